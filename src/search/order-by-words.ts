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

/** So many places stay as they are, whatever else has every word: all of a first page. */
const firstPlaces = 60

/** How many of these hits are in their places, where there are more with every word than they. */
export function placesSettled(hits: readonly HybridHit[]): number {
  const place = hits.findIndex((hit, at) => at >= firstPlaces && hasSome(hit))
  return place === -1 ? hits.length : place
}

/**
 * The hits and, after them, the others that words find. Where those with every word count, they come first: into the places of
 * hits with some of the words, from the first place on that is not settled. Each of these places keeps its score.
 */
export function withRest(
  hits: readonly HybridHit[],
  others: readonly HybridHit[],
  { settled, isCounted }: { readonly settled: number; readonly isCounted: boolean },
): readonly HybridHit[] {
  const ahead = isCounted ? others.filter(hasAll) : []
  const tail = hits.slice(settled)
  const inOrder = [...ahead, ...tail.filter(hasSome), ...others.slice(ahead.length)].values()
  const refilled = tail.map((hit) =>
    hasSome(hit) ? { ...(inOrder.next().value ?? hit), score: hit.score } : hit,
  )
  const least = hits.at(-1)?.score ?? 0
  const after = [...inOrder].map((hit) => ({ ...hit, score: Number(Math.min(least, hit.score).toFixed(4)) }))
  return [...hits.slice(0, settled), ...refilled, ...after]
}

function hasSome(hit: HybridHit): boolean {
  return hasWords(hit) && !hasAll(hit)
}

function hasWords({ matched }: HybridHit): boolean {
  return matched !== 'no word'
}

export function hasAll({ matched }: Pick<HybridHit, 'matched'>): boolean {
  return matched === 'all words' || matched === 'all words, scattered'
}
