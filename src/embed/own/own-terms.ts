import { packVector } from './pack-vector.ts'
import { singularAxes } from './singular-axes.ts'
import type { SharedTerms } from './term-counts.ts'

/** What a vault's own model is: a vector for each term that its notes share. A text is the sum of its terms. */
export interface OwnTerms {
  readonly dimensions: number
  readonly terms: readonly OwnTerm[]
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
 * same others, get vectors in nearly the same direction.
 */
export function learnTerms(
  { terms, weights, matrix }: SharedTerms,
  count = Math.min(mostDimensions, Math.max(2, Math.floor(matrix.rows / notesPerAxis))),
): OwnTerms {
  // Equal notes teach equal models.
  const { axes, count: dimensions } = singularAxes(matrix, { count, seed: 20_261 })
  return {
    dimensions,
    terms: terms.map((term, row) => {
      const weight = weights[row] ?? 0
      const vector = axes.subarray(row * dimensions, (row + 1) * dimensions)
      return { term, numbers: packVector(vector.map((value) => value * weight)) }
    }),
  }
}
