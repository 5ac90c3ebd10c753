import type { HybridHit } from './hybrid-ranking.ts'

/** What of a question decides the order of notes whatever they score. */
export interface AskedOrder {
  /** Notes whose title, alias or file name is the question itself. */
  readonly called: ReadonlySet<number>
  /** Whether a note that has every word comes before those that have some. */
  readonly isCounted: boolean
}

/**
 * The hits, best first, in the order that words ask for: what is called so comes first, and of the others that have any
 * word those with all of them. What meaning alone has found stays where it is, and so does each place's score.
 */
export function orderByWords(
  hits: readonly HybridHit[],
  { called, isCounted }: AskedOrder,
): readonly HybridHit[] {
  const others = hits.filter(({ key }) => !called.has(key))
  const worded = others.filter(hasWords)
  const inOrder = [...worded.filter(hasAll), ...worded.filter((hit) => !hasAll(hit))].values()
  const refilled = isCounted
    ? others.map((hit) => (hasWords(hit) ? (inOrder.next().value ?? hit) : hit))
    : others
  const ordered = [...hits.filter(({ key }) => called.has(key)), ...refilled]
  return ordered.map((hit, place) => ({ ...hit, score: hits[place]?.score ?? hit.score }))
}

function hasWords({ matched }: HybridHit): boolean {
  return matched !== 'no word'
}

export function hasAll({ matched }: Pick<HybridHit, 'matched'>): boolean {
  return matched === 'all words' || matched === 'all words, scattered'
}
