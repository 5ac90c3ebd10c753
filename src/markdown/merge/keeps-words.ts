import { countEach } from '../../model/count-each.ts'
import { findMoved } from './keeps-moves.ts'
import { isHeading, textOf, type Line } from './line.ts'
import type { Piece, ThreeWays } from './merged.ts'

/**
 * Whether a merge holds what each side added, and no word more often than the sides account for, however its conflicts are settled.
 * A merge that is right may fail this, where both sides changed the number of one word in several places; one that lost or doubled a
 * new text seldom passes.
 */
export function keepsWords(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const [old, mine, yours] = [countWords(base), countWords(ours), countWords(theirs)]
  const { agreed, inOurs, inTheirs } = countMerged(merged)
  const shared = removedByBoth({ base, ours, theirs })
  // Of a line that one side moved and the other removed either may win; a heading would stand there twice.
  const moved = countEach(
    [ours, theirs].flatMap((side) =>
      [...findMoved(base, side)].filter((text) => !isHeading({ text })).flatMap(wordsOf),
    ),
  )
  const words = [old, mine, yours, agreed, inOurs, inTheirs].flatMap((counts) => [...counts.keys()])
  return [...new Set(words)].every((word) => {
    const before = countOf(old, word)
    const [one, other] = [countOf(mine, word) - before, countOf(yours, word) - before]
    const [clear, left, right] = [agreed, inOurs, inTheirs].map((counts) => countOf(counts, word))
    if (clear === undefined || left === undefined || right === undefined) return false
    // What both added may be one and the same.
    const kept = before + (one >= 0 && other >= 0 ? Math.max(one, other) : one + other)
    const isClear = left === 0 && right === 0 && !moved.has(word)
    const known = before + (isClear ? mostClear(one, other, countOf(shared, word)) : mostOpen(one, other))
    // Settled for a side it has what that side has, but for what the other removed.
    const isWhole =
      clear + left >= before + one + Math.min(other, 0) && clear + right >= before + other + Math.min(one, 0)
    return isWhole && clear + left + right >= kept && clear + Math.max(left, right) <= known
  })
}

/** How many more there may be than in the base where some of it is in conflict: what one side removed may still be there. */
function mostOpen(one: number, other: number): number {
  return Math.max(one, 0) + Math.max(other, 0)
}

/** How many more where nothing is: what one side removed is gone, and what both did may be one and the same. */
function mostClear(one: number, other: number, shared: number): number {
  if (one < 0 && other < 0) return Math.min(one, other)
  return Math.min(one + other + shared, mostOpen(one, other))
}

/** The words of lines that both sides removed. */
function removedByBoth({ base, ours, theirs }: ThreeWays<readonly Line[]>): Counts {
  const [old, mine, yours] = [base, ours, theirs].map((lines) => countEach(lines.map(textOf)))
  return countEach(
    [...(old ?? [])].flatMap(([text, count]) => {
      const both = count - Math.max(countOf(mine, text), countOf(yours, text))
      return Array.from({ length: Math.max(0, both) }, () => wordsOf(text)).flat()
    }),
  )
}

type Counts = ReadonlyMap<string, number>

/** How often each word is in what is agreed, and in each side of the conflicts. */
function countMerged(
  pieces: readonly Piece<Line>[],
): Readonly<Record<'agreed' | 'inOurs' | 'inTheirs', Counts>> {
  const linesOf = (pick: (piece: Piece<Line>) => readonly Line[]) => countWords(pieces.flatMap(pick))
  return {
    agreed: linesOf((piece) => (piece.kind === 'agreed' ? piece.items : [])),
    inOurs: linesOf((piece) => (piece.kind === 'agreed' ? [] : piece.ours)),
    inTheirs: linesOf((piece) => (piece.kind === 'agreed' ? [] : piece.theirs)),
  }
}

function countWords(lines: readonly Line[]): Counts {
  return countEach(lines.flatMap(({ text }) => wordsOf(text)))
}

/** A line without any, such as one that parts the head of a table from its rows, is one itself. */
function wordsOf(text: string): readonly string[] {
  const line = text.trim()
  return line.match(/[\p{L}\p{N}]+/gu) ?? (line === '' ? [] : [line])
}

function countOf(counts: Counts | undefined, word: string): number {
  return counts?.get(word) ?? 0
}
