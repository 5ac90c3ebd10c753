import type { OwnMemory } from './own-memory.ts'
import { packVector } from './pack-vector.ts'
import type { SharedTerms } from './shared-terms.ts'
import { singularAxes } from './singular-axes.ts'

/** What a vault's own model is: a vector for each term that its notes share. A text is the sum of its terms. */
export interface OwnTerms {
  readonly dimensions: number
  /** To be read once. */
  readonly terms: Iterable<OwnTerm>
}

export interface OwnTerm {
  readonly term: string
  /** See `packVector`. */
  readonly numbers: Uint8Array
}

/** More axes find more, and take more time and room: 256 gave .529 where 200 gave .515 and 128 .45. */
const mostDimensions = 200
/** With as many axes as notes nothing is said alike of any two terms: there must be several notes for each. */
const notesPerAxis = 6

/**
 * Learns from the notes which terms are used alike (latent semantic analysis): those that come together, or with the
 * same others, get vectors in nearly the same direction. Stops often, for others to work.
 */
export function* learnTerms(
  shared: SharedTerms,
  memory: OwnMemory,
  count = Math.min(mostDimensions, Math.max(2, Math.floor(shared.columns / notesPerAxis))),
): Generator<void, OwnTerms> {
  // Equal notes teach equal models.
  const { shares, count: dimensions } = yield* singularAxes(shared, { count, seed: 20_261 }, memory)
  return { dimensions, terms: packTerms(shared, shares) }
}

function* packTerms({ terms, weights }: SharedTerms, shares: Iterable<Float32Array>): Generator<OwnTerm> {
  let row = 0
  for (const share of shares) {
    const weight = weights[row] ?? 0
    // Its numbers are read once.
    for (let at = 0; at < share.length; at++) share[at] = (share[at] ?? 0) * weight
    yield { term: terms[row] ?? '', numbers: packVector(share) }
    row++
  }
}
