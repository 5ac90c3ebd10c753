import { OwnMemory } from './own-memory.ts'
import { packDirection, readPacked } from './pack-vector.ts'
import { amountOf } from './shared-terms.ts'
import type { TermCounter } from './term-counter.ts'
import { TermTable } from './term-table.ts'

/** Reads a term's packed vector; undefined for a term that the model does not know. */
export type FindTerm = (term: string) => Uint8Array | undefined

/** The number of each term that the model does not know. */
const unknown = 0
const termsAtOnce = 1_024
/** How much a term counts, by how often it stands there: few do so more often. */
const amounts = Float64Array.from({ length: 64 }, (_, count) => amountOf(count))

/** The vectors of terms, which have numbers here; each is looked for when its term first comes. */
export class TermVectors {
  readonly #find: FindTerm
  readonly #dimensions: number
  readonly #stride: number
  /** The number of a term here is one less: 0 is no term. */
  readonly #known = new TermTable()
  readonly #steps = [0]
  readonly #memory = new OwnMemory()
  readonly #sum: number
  readonly #places: number
  readonly #factors: number
  readonly #rows: number

  constructor(dimensions: number, find: FindTerm) {
    this.#find = find
    this.#dimensions = dimensions
    this.#stride = Math.ceil(dimensions / 16) * 16
    this.#sum = this.#memory.take(4 * this.#stride)
    this.#places = this.#memory.take(4 * termsAtOnce)
    this.#factors = this.#memory.take(4 * termsAtOnce)
    this.#rows = this.#memory.take(this.#stride)
  }

  numberOf(term: string): number {
    const known = this.#known.find(term)
    if (known >= 0) return known + 1
    const bytes = this.#find(term)
    return bytes === undefined ? unknown : this.add(term, bytes)
  }

  /** Has a term's packed vector from now on; the term's number. */
  add(term: string, bytes: Uint8Array): number {
    const { step, numbers } = readPacked(bytes)
    this.#steps.push(step)
    const start = this.#memory.take(this.#stride)
    new Int8Array(this.#memory.buffer, start, this.#dimensions).set(numbers)
    return this.#known.numberOf(term) + 1
  }

  /** The direction of the sum of so many counted terms, as a note's is kept; null where none is known. */
  directionOf({ terms, counts }: TermCounter, different: number): Uint8Array | null {
    if (different === 0 || (different === 1 && terms[0] === unknown)) return null
    const { buffer, call } = this.#memory
    const sum = new Float32Array(buffer, this.#sum, this.#dimensions).fill(0)
    for (let start = 0; start < different; start += termsAtOnce) {
      const some = Math.min(different - start, termsAtOnce)
      const places = new Uint32Array(buffer, this.#places, some)
      const factors = new Float32Array(buffer, this.#factors, some)
      for (let at = 0; at < some; at++) {
        const term = terms[start + at] ?? unknown
        places[at] = term
        const count = counts[start + at] ?? 0
        const amount = count < amounts.length ? (amounts[count] ?? 0) : amountOf(count)
        factors[at] = amount * (this.#steps[term] ?? 0)
      }
      call('addPackedRows', this.#rows, this.#stride, this.#places, this.#factors, some, this.#sum)
    }
    return new Uint8Array(packDirection(sum).buffer)
  }
}
