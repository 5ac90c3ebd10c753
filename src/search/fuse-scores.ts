import type { Fusion } from '../model/embedding-model.ts'

/** What each half of the search says of a note; null where it did not look at it. */
export interface HalfScores {
  readonly key: number
  /** BM25 as a share of an ideal match, 0 to 1; 0 where the note has none of the words. */
  readonly words: number | null
  /** The cosine of its nearest chunk; null where it has no vectors. */
  readonly meaning: number | null
}

export interface FusedScore extends HalfScores {
  /** 0 to 1. */
  readonly score: number
}

// The usual constant of rank fusion: the first ranks are worth nearly the same.
const rankOffset = 60

/**
 * Joins the halves by the model's rule, best first. A blend weighs scores; rank fusion weighs the places in each half's
 * order, and a note unknown to a half has no place in it.
 */
export function fuseScores(
  scores: readonly HalfScores[],
  { rule, keywordWeight }: Fusion,
): readonly FusedScore[] {
  const scored = rule === 'blend' ? blend(scores, keywordWeight) : fuseRanks(scores, keywordWeight)
  return scored.toSorted((a, b) => b.score - a.score || (b.words ?? 0) - (a.words ?? 0) || a.key - b.key)
}

function blend(scores: readonly HalfScores[], weight: number): readonly FusedScore[] {
  return scores.map((half) => ({
    ...half,
    score: rounded(weight * (half.words ?? 0) + (1 - weight) * Math.max(0, half.meaning ?? 0)),
  }))
}

function fuseRanks(scores: readonly HalfScores[], weight: number): readonly FusedScore[] {
  const byWords = ranksBy(scores, ({ words }) => words)
  const byMeaning = ranksBy(scores, ({ meaning }) => meaning)
  const share = (rank: number | undefined) =>
    rank === undefined ? 0 : (rankOffset + 1) / (rankOffset + rank)
  return scores.map((half) => ({
    ...half,
    score: rounded(weight * share(byWords.get(half.key)) + (1 - weight) * share(byMeaning.get(half.key))),
  }))
}

function ranksBy(
  scores: readonly HalfScores[],
  of: (half: HalfScores) => number | null,
): ReadonlyMap<number, number> {
  const known = scores.filter((half) => (of(half) ?? 0) > 0).toSorted((a, b) => (of(b) ?? 0) - (of(a) ?? 0))
  return new Map(known.map(({ key }, index) => [key, index + 1]))
}

function rounded(score: number): number {
  return Number(Math.min(1, Math.max(0, score)).toFixed(4))
}
