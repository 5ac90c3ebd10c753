import type { OwnMemory } from './own-memory.ts'
import type { SparseRows } from './sparse-rows.ts'

interface Shared {
  readonly terms: readonly string[]
  /** How many notes have each of them. */
  readonly bearers: Uint32Array
  /** How many notes there are. */
  readonly notes: number
}

/** An entry of a row is the number of a note, below 8,192, and three bits that say how often the term stands there, about. */
export const levelBits = 3
export const levels = [1, 2, 3, 4, 5.5, 8, 12, 22]
const amounts = levels.map(amountOf)
/** An entry with its row, below 65,536, before it. */
const entryBits = 16
/** After so many moves others may work. */
const mostMoved = 200_000

/** The terms that notes share, and how much each note has of them: log-tf·idf, a row for each term, a column for each note. */
export class SharedTerms implements SparseRows {
  readonly terms: readonly string[]
  readonly columns: number
  readonly longest: number
  /** How much a term tells: the logarithm of one over the share of notes that have it. */
  readonly weights: Float32Array
  readonly #memory: OwnMemory
  readonly #start: number
  /** Where the entries of each term begin, and where those of the last end. */
  readonly #starts: Uint32Array
  #entries: Uint16Array

  /** From there on the memory has the entries of `entryOf`, grouped by row; what this does not need of that is given back. */
  constructor({ terms, bearers, notes }: Shared, memory: OwnMemory, start: number) {
    this.terms = terms
    this.weights = Float32Array.from(bearers, (some) => Math.log(notes / some))
    this.columns = notes
    this.longest = bearers.reduce((most, some) => Math.max(most, some), 0)
    this.#starts = startsOf(bearers)
    this.#memory = memory
    this.#start = start
    this.#entries = this.#view()
    const withRows = new Uint32Array(memory.buffer, start, this.#entries.length)
    for (let at = 0; at < withRows.length; at++) this.#entries[at] = withRows[at] ?? 0
    for (let row = 0; row < this.rows; row++)
      this.#entries.subarray(this.#starts[row], this.#starts[row + 1]).sort()
    memory.giveBack(start + this.#entries.byteLength)
  }

  get rows(): number {
    return this.terms.length
  }

  read(row: number, places: Uint32Array, values: Float32Array): number {
    const entries = this.#current()
    const weight = this.weights[row] ?? 0
    const start = this.#starts[row] ?? 0
    const count = (this.#starts[row + 1] ?? 0) - start
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
    return new Uint16Array(this.#memory.buffer, this.#start, this.#starts.at(-1))
  }
}

/** What says that a note has the term of a row, and which of the `levels` says how often. */
export function entryOf(row: number, note: number, level: number): number {
  return (row << entryBits) | (note << levelBits) | level
}

/** Puts the entries of each row behind those of the row before, where they are. Stops often, for others to work. */
export function* groupByRow(entries: Uint32Array, counts: Uint32Array): Generator<void> {
  const ends = startsOf(counts)
  const next = ends.slice()
  let moved = 0
  for (let row = 0; row < counts.length; row++) {
    const end = ends[row + 1] ?? 0
    // What stands at the next place of this row goes to the next place of its own.
    for (let at = next[row] ?? 0; at < end; at = next[row] ?? 0) {
      const entry = entries[at] ?? 0
      const home = entry >>> entryBits
      const place = next[home] ?? 0
      next[home] = place + 1
      entries[at] = entries[place] ?? 0
      entries[place] = entry
      if (++moved % mostMoved === 0) yield
    }
  }
}

/** Where each of some groups of these sizes begins that follow one another, and where the last one ends. */
function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1)
  for (let at = 0; at < sizes.length; at++) starts[at + 1] = (starts[at] ?? 0) + (sizes[at] ?? 0)
  return starts
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
