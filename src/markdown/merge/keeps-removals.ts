import { countEach } from '../../model/count-each.ts'
import { changeOf, type Edited, type SideEdits } from './find-edits.ts'
import { textOf, type Line } from './line.ts'
import { agreedIn, type Piece } from './merged.ts'

/**
 * Whether lines are gone that a side removed: of several with one text as many as the sides removed in different places. What is in
 * conflict may still have them.
 */
export function keepsRemovals(
  { base, ours, theirs, edits }: Edited<Line>,
  merged: readonly Piece<Line>[],
): boolean {
  const [mine, yours] = [edits.ours, edits.theirs].map((side) => readSide(base, side))
  const [inOurs, inTheirs, now] = [ours, theirs, agreedIn(merged)].map((lines) =>
    countEach(lines.map(textOf)),
  )
  const open = new Set(
    merged.flatMap((piece) => (piece.kind === 'agreed' ? [] : [...piece.ours, ...piece.theirs].map(textOf))),
  )
  const places = placesByText(base)
  return [...places].every(([text, indexes]) => {
    if (open.has(text) || !/[\p{L}\p{N}]/u.test(text)) return true
    const left = indexes.filter((index) => mine?.kept.has(index) === true && yours?.kept.has(index) === true)
    const added = (mine?.added.get(text) ?? 0) + (yours?.added.get(text) ?? 0)
    const count = now?.get(text) ?? 0
    if (count > left.length + added) return false
    if (count >= Math.min(inOurs?.get(text) ?? 0, inTheirs?.get(text) ?? 0)) return true
    const [gone = [], goneToo = []] = [mine, yours].map((side) =>
      indexes.filter((index) => side?.removed.has(index)),
    )
    // Of lines with one text that stand together nobody can tell which of them was removed: perhaps both sides removed the same.
    const areTold = (one: number, other: number) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      return base
        .slice(from + 1, to)
        .some((line, at) => places.get(line.text)?.length === 1 && isKept(from + 1 + at, [mine, yours]))
    }
    return gone.every((one) => goneToo.every((other) => one === other || areTold(one, other)))
  })
}

function isKept(index: number, sides: readonly (Side | undefined)[]): boolean {
  return sides.every((side) => side?.kept.has(index) === true)
}

interface Side {
  /** Which lines of the base it has where they were. */
  readonly kept: ReadonlyMap<number, Line>
  /** Which of them it removed, and has nothing like them there. */
  readonly removed: ReadonlySet<number>
  /** How often it has a text elsewhere. */
  readonly added: ReadonlyMap<string, number>
}

function readSide(base: readonly Line[], { edits, kept }: SideEdits<Line>): Side {
  const removed = edits
    .filter((edit) => changeOf(base, edit) === null)
    .flatMap(({ start, end }) => range(start, end))
  return {
    kept,
    removed: new Set(removed),
    added: countEach(edits.flatMap(({ items }) => items.map(textOf))),
  }
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, at) => start + at)
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
