import type { OwnMemory } from './own-memory.ts'
import type { SparseRows } from './sparse-rows.ts'

/** A term, and how many notes have it. */
export interface SharedTerm {
  readonly term: string
  readonly bearers: number
}

/** An entry is the number of a note, below 8,192, and three bits that say how often the term stands there, about. */
export const levelBits = 3
export const levels = [1, 2, 3, 4, 5.5, 8, 12, 22]
const amounts = levels.map(amountOf)
const bytesOfEntry = 2

/** The terms that notes share, and how much each note has of them: log-tf·idf, a row for each term, a column for each note. */
export class SharedTerms implements SparseRows {
  readonly terms: readonly string[]
  readonly columns: number
  readonly longest: number
  /** How much a term tells: the logarithm of one over the share of notes that have it. */
  readonly weights: Float32Array
  readonly #memory: OwnMemory
  readonly #start: number
  readonly #count: number
  /** Where the entries of each term begin, and where they end by now. */
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array
  #entries: Uint16Array

  /** Of so many notes. */
  constructor(shared: readonly SharedTerm[], notes: number, memory: OwnMemory) {
    this.terms = shared.map(({ term }) => term)
    this.weights = Float32Array.from(shared, ({ bearers }) => Math.log(notes / bearers))
    this.columns = notes
    this.longest = shared.reduce((most, { bearers }) => Math.max(most, bearers), 0)
    let next = 0
    this.#starts = Uint32Array.from(shared, ({ bearers }) => (next += bearers) - bearers)
    this.#ends = this.#starts.slice()
    this.#count = next
    this.#memory = memory
    this.#start = memory.take(next * bytesOfEntry)
    this.#entries = this.#view()
  }

  get rows(): number {
    return this.terms.length
  }

  /** Says that a note has the term of a row, and which of the `levels` says how often. */
  add(note: number, row: number, level: number): void {
    const end = this.#ends[row] ?? 0
    this.#current()[end] = (note << levelBits) | level
    this.#ends[row] = end + 1
  }

  read(row: number, places: Uint32Array, values: Float32Array): number {
    const entries = this.#current()
    const weight = this.weights[row] ?? 0
    const start = this.#starts[row] ?? 0
    const count = (this.#ends[row] ?? 0) - start
    for (let at = 0; at < count; at++) {
      const entry = entries[start + at] ?? 0
      places[at] = entry >>> levelBits
      values[at] = weight * (amounts[entry & 7] ?? 0)
    }
    return count
  }

  /** A view is good until the memory grows. */
  #current(): Uint16Array {
    if (this.#entries.buffer !== this.#memory.buffer) this.#entries = this.#view()
    return this.#entries
  }

  #view(): Uint16Array {
    return new Uint16Array(this.#memory.buffer, this.#start, this.#count)
  }
}

/** How much a term counts that stands so often in a text. */
export function amountOf(count: number): number {
  return 1 + Math.log(count)
}

/** Which of the levels is nearest. */
export function levelOf(count: number): number {
  if (count <= 4) return count - 1
  if (count <= 6) return 4
  if (count <= 9) return 5
  return count <= 15 ? 6 : 7
}
