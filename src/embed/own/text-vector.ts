import { countEach } from '../../model/count-each.ts'
import { addPacked } from './pack-vector.ts'
import { amountOf } from './shared-terms.ts'
import type { FindTerm } from './term-vectors.ts'

/** A text as the vault's own model sees it. */
export interface TextVector {
  /** Of length 1; all 0 where no term is known. */
  readonly vector: Float32Array
  /** The share of the text's different terms that the model knows. */
  readonly known: number
}

export function textVector(terms: readonly string[], dimensions: number, find: FindTerm): TextVector {
  const counts = countEach(terms)
  const vector = new Float32Array(dimensions)
  let known = 0
  for (const [term, count] of counts) {
    const numbers = find(term)
    if (numbers === undefined) continue
    known++
    addPacked(vector, numbers, amountOf(count))
  }
  const length = Math.hypot(...vector)
  return {
    vector: length === 0 ? vector : vector.map((value) => value / length),
    known: counts.size === 0 ? 0 : known / counts.size,
  }
}
