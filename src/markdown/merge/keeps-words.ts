import type { Line } from './line.ts'
import type { Piece, ThreeWays } from './merged.ts'

/**
 * Whether a merge holds what each side added, and no word more often than the sides account for. A merge that is right may fail
 * this, where both sides changed the number of one word in several places; one that lost or doubled a new text seldom passes.
 */
export function keepsWords(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const [old, mine, yours] = [countWords(base), countWords(ours), countWords(theirs)]
  const { least, most } = countMerged(merged)
  const words = new Set([...old.keys(), ...mine.keys(), ...yours.keys(), ...most.keys()])
  for (const word of words) {
    const before = countOf(old, word)
    const [one, other] = [countOf(mine, word) - before, countOf(yours, word) - before]
    // What both added may be one and the same.
    const kept = before + (one >= 0 && other >= 0 ? Math.max(one, other) : one + other)
    const known = before + Math.max(one, 0) + Math.max(other, 0)
    if (countOf(most, word) < kept || countOf(least, word) > known) return false
  }
  return true
}

type Counts = ReadonlyMap<string, number>

/** How often each word is there once each conflict is settled for one side, and if both stayed. */
function countMerged(pieces: readonly Piece<Line>[]): { readonly least: Counts; readonly most: Counts } {
  const least = new Map<string, number>()
  const most = new Map<string, number>()
  for (const piece of pieces) {
    const sides = piece.kind === 'agreed' ? [piece.items, []] : [piece.ours, piece.theirs]
    const [ours = new Map<string, number>(), theirs = new Map<string, number>()] = sides.map(countWords)
    for (const word of new Set([...ours.keys(), ...theirs.keys()])) {
      const [one, other] = [countOf(ours, word), countOf(theirs, word)]
      most.set(word, countOf(most, word) + one + other)
      least.set(word, countOf(least, word) + Math.max(one, other))
    }
  }
  return { least, most }
}

function countWords(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of lines) for (const word of wordsOf(text)) counts.set(word, countOf(counts, word) + 1)
  return counts
}

/** A line without any, such as one that parts the head of a table from its rows, is one itself. */
function wordsOf(text: string): readonly string[] {
  const line = text.trim()
  return line.match(/[\p{L}\p{N}]+/gu) ?? (line === '' ? [] : [line])
}

function countOf(counts: Counts, word: string): number {
  return counts.get(word) ?? 0
}
