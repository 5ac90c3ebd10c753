import { countEach } from '../../model/count-each.ts'
import { findEdits } from './find-edits.ts'
import { textOf, type Line } from './line.ts'
import { agreedIn, type Piece, type ThreeWays } from './merged.ts'

/**
 * Whether lines are gone that a side removed: of several with one text as many as the sides removed in different places. What is in
 * conflict may still have them.
 */
export function keepsRemovals(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const [mine, yours] = [ours, theirs].map((side) => readSide(base, side))
  const now = countEach(agreedIn(merged).map(textOf))
  const open = new Set(
    merged.flatMap((piece) => (piece.kind === 'agreed' ? [] : [...piece.ours, ...piece.theirs].map(textOf))),
  )
  const places = placesByText(base)
  return [...places].every(([text, indexes]) => {
    if (open.has(text) || !/[\p{L}\p{N}]/u.test(text)) return true
    const left = indexes.filter((index) => mine?.kept.has(index) === true && yours?.kept.has(index) === true)
    const added = (mine?.added.get(text) ?? 0) + (yours?.added.get(text) ?? 0)
    return (now.get(text) ?? 0) <= left.length + added
  })
}

interface Side {
  /** Which lines of the base it has where they were. */
  readonly kept: ReadonlyMap<number, Line>
  /** How often it has a text elsewhere. */
  readonly added: ReadonlyMap<string, number>
}

function readSide(base: readonly Line[], side: readonly Line[]): Side {
  const { edits, kept } = findEdits(base, side, textOf)
  return { kept, added: countEach(edits.flatMap(({ items }) => items.map(textOf))) }
}

function placesByText(lines: readonly Line[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [index, { text }] of lines.entries()) {
    const known = places.get(text)
    if (known === undefined) places.set(text, [index])
    else known.push(index)
  }
  return places
}
