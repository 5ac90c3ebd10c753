import { findStem, folded, type Stem } from './word-stems.ts'

/** A query word as it is looked for, and how much it tells. */
export interface WeightedStems {
  readonly stems: readonly Stem[]
  /** The most that BM25 could give for it. */
  readonly most: number
}

const windowCharacters = 800
/** Two halves make a window, so that each passage lies whole in one. */
const halfWindow = windowCharacters / 2
const longestSearched = 200_000
/** More in one window say no more. */
const mostSeen = 400
const k1 = 1.2
/** A hundred texts are looked at for one question: memory of their own would cost more than looking. */
let room = roomFor(longestSearched / halfWindow)

/** How well the best window of a text fits the words: the share of the best there could be, 0 to 1. */
export function bestWindow(body: string, words: readonly WeightedStems[]): number {
  const ideal = words.reduce((sum, { most }) => sum + most, 0)
  if (ideal === 0) return 0
  const lower = folded(body.slice(0, longestSearched))
  const halves = Math.ceil(lower.length / halfWindow)
  if (halves > room.scores.length) room = roomFor(halves)
  const scores = room.scores.subarray(0, halves).fill(0)
  const counts = room.counts.subarray(0, halves + 1)
  for (const { stems, most } of words) {
    counts.fill(0)
    if (!countIn(lower, stems, counts)) continue
    for (let half = 0; half < halves; half++) {
      const count = (counts[half] ?? 0) + (counts[half + 1] ?? 0)
      scores[half] = (scores[half] ?? 0) + (most * count) / (count + k1)
    }
  }
  return scores.reduce((best, score) => Math.max(best, score), 0) / ideal
}

function roomFor(halves: number) {
  return { scores: new Float64Array(halves), counts: new Uint16Array(halves + 1) }
}

function countIn(lower: string, stems: readonly Stem[], counts: Uint16Array): boolean {
  let seen = 0
  for (const stem of stems)
    for (
      let at = findStem(lower, stem, 0);
      at < Infinity && seen < mostSeen;
      at = findStem(lower, stem, at + 1)
    ) {
      const half = Math.floor(at / halfWindow)
      counts[half] = (counts[half] ?? 0) + 1
      seen++
    }
  return seen > 0
}
