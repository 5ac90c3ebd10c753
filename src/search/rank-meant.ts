import { meaningOf, weighParts } from './fuse-scores.ts'
import type { RankedByMeaning } from './hybrid-ranking.ts'
import type { Meant } from './look-by-meaning.ts'

/** How many notes a search by meaning alone lists. */
export const mostNearest = 200

/** By meaning alone: the notes whose score is larger than `least`. */
export async function rankMeant(meant: Meant, least = 0): Promise<RankedByMeaning> {
  const weights = weighParts({ ...meant, best: 0 })
  const { of: marks } = await meant.marks
  const near = [...marks].flatMap(([key, { near: passage, ...mark }]) => {
    const score = meaningOf({ meaning: mark.cosine, own: mark.own }, weights)
    return score === null || score <= least ? [] : [{ key, score, ...mark, near: passage }]
  })
  return {
    kind: 'meaning',
    halves: { keyword: false, semantic: true, ...(meant.reason !== undefined && { reason: meant.reason }) },
    weights,
    near: near.toSorted((a, b) => b.score - a.score || a.key - b.key).slice(0, mostNearest),
  }
}
