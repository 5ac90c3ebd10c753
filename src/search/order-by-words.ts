import type { HybridHit } from './hybrid-ranking.ts'

/** What of a question decides the order of notes whatever they score. */
export interface AskedOrder {
  /** Notes whose title, alias or file name is the question itself. */
  readonly called: ReadonlySet<number>
  /** Whether a note that has every word comes before all that lack one. */
  readonly isCounted: boolean
}

interface OrderedHits {
  readonly hits: readonly HybridHit[]
  /** How many of them words put before all others. */
  readonly first: number
}

/**
 * The hits, best first, in the order that words ask for: what is called so comes first, then what has all of them. The others stay
 * as they are, whether words or meaning alone have found them. Each place keeps its score.
 */
export function orderByWords(hits: readonly HybridHit[], { called, isCounted }: AskedOrder): OrderedHits {
  const rankOf = (hit: HybridHit) => (called.has(hit.key) ? 0 : isCounted && hasAll(hit) ? 1 : 2)
  const ordered = hits.toSorted((one, other) => rankOf(one) - rankOf(other))
  return {
    hits: ordered.map((hit, place) => ({ ...hit, score: hits[place]?.score ?? hit.score })),
    first: hits.filter((hit) => rankOf(hit) < 2).length,
  }
}

/**
 * The hits and, after the first ones, which nothing goes before, the others that words find: those with every word at once, the
 * rest at the end. Scores go down from place to place.
 */
export function withRest({ hits, first }: OrderedHits, others: readonly HybridHit[]): readonly HybridHit[] {
  // Behind hits of which all are first, the others stay as they are.
  const isAhead = (hit: HybridHit) => first < hits.length && hasAll(hit)
  const between = { most: hits[first - 1]?.score ?? 1, least: hits[first]?.score ?? 0 }
  const last = { most: hits.at(-1)?.score ?? 1, least: 0 }
  return [
    ...hits.slice(0, first),
    ...others.filter(isAhead).map((hit) => within(hit, between)),
    ...hits.slice(first),
    ...others.filter((hit) => !isAhead(hit)).map((hit) => within(hit, last)),
  ]
}

function within(
  hit: HybridHit,
  { most, least }: { readonly most: number; readonly least: number },
): HybridHit {
  return { ...hit, score: Number(Math.max(least, Math.min(most, hit.score)).toFixed(4)) }
}

export function hasAll({ matched }: Pick<HybridHit, 'matched'>): boolean {
  return matched === 'all words' || matched === 'all words, scattered'
}
