import { countEach } from '../../model/count-each.ts'
import { findMoved } from './keeps-moves.ts'
import { isHeading } from './line.ts'
import { agreedIn, mapWays, wantedIn, type Piece, type ThreeWays } from './merged.ts'

/**
 * Whether a merge holds what each side added, and no word more often than the sides account for, however its conflicts are settled.
 * A merge that is right may fail this, where both sides changed the number of one word in several places; one that lost or doubled a
 * new text seldom passes.
 */
export function keepsWords(sides: ThreeWays<readonly string[]>, merged: readonly Piece[]): boolean {
  const { base, ours, theirs } = sides
  const { base: old, ours: mine, theirs: yours } = mapWays(sides, countWords)
  const agreed = countWords(agreedIn(merged))
  const [inOurs, inTheirs] = [countWords(wantedIn(merged, 'ours')), countWords(wantedIn(merged, 'theirs'))]
  const shared = removedByBoth(sides)
  // Of a line that one side moved and the other removed either may win; a heading would stand there twice.
  const moved = countEach(
    [ours, theirs].flatMap((side) =>
      [...findMoved(base, side)].filter((line) => !isHeading(line)).flatMap(wordsOf),
    ),
  )
  const words = [old, mine, yours, agreed, inOurs, inTheirs].flatMap((counts) => [...counts.keys()])
  return [...new Set(words)].every((word) => {
    const before = countOf(old, word)
    const [one, other] = [countOf(mine, word) - before, countOf(yours, word) - before]
    const [clear, left, right] = [countOf(agreed, word), countOf(inOurs, word), countOf(inTheirs, word)]
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
function removedByBoth(sides: ThreeWays<readonly string[]>): Counts {
  const { base, ours, theirs } = mapWays(sides, countEach)
  return countEach(
    [...base].flatMap(([line, count]) => {
      const both = count - Math.max(countOf(ours, line), countOf(theirs, line))
      return Array.from({ length: Math.max(0, both) }, () => wordsOf(line)).flat()
    }),
  )
}

type Counts = ReadonlyMap<string, number>

function countWords(lines: readonly string[]): Counts {
  return countEach(lines.flatMap(wordsOf))
}

/** A line without any, such as one that parts the head of a table from its rows, is one itself. */
function wordsOf(line: string): readonly string[] {
  const text = line.trim()
  return text.match(/[\p{L}\p{N}]+/gu) ?? (text === '' ? [] : [text])
}

function countOf(counts: Counts, word: string): number {
  return counts.get(word) ?? 0
}
