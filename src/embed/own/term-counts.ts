import type { SparseMatrix } from './sparse-matrix.ts'
import { TermSplitter } from './split-terms.ts'
import { type TermCount, TermCounter } from './term-counter.ts'

// Fewer notes than this have no other note with the term, or say nothing about it.
const fewestBearers = 2
/** A term in more of the notes than this says nothing about any. */
const mostShare = 0.3
/** Terms beyond the most frequent ones stand in two notes or three, which costs more than it tells. */
const mostTerms = 20_000

/** The terms that notes share, and how much each note has of them. */
export interface SharedTerms {
  readonly terms: readonly string[]
  /** How much a term tells: the logarithm of one over the share of notes that have it. */
  readonly weights: Float32Array
  /** A row for each note, a column for each term. */
  readonly matrix: SparseMatrix
}

/** Counts the terms of notes. */
export class TermCounts {
  readonly #ids = new Map<string, number>()
  readonly #splitter = new TermSplitter((term) => this.#idOf(term))
  readonly #bearers: number[] = []
  readonly #notes: TermCount[] = []
  readonly #counter = new TermCounter()

  add(text: string): void {
    const note = this.#counter.count(this.#splitter.split(text))
    for (const id of note.terms) this.#bearers[id] = (this.#bearers[id] ?? 0) + 1
    this.#notes.push(note)
  }

  /** Log-tf·idf of the terms that are neither too rare nor too common. */
  share(): SharedTerms {
    const notes = this.#notes.length
    const shared = [...this.#ids]
      .map(([term, id]) => ({ term, id, bearers: this.#bearers[id] ?? 0 }))
      .filter(
        ({ bearers }) => bearers >= fewestBearers && bearers < Math.max(fewestBearers + 1, mostShare * notes),
      )
      .sort((one, other) => other.bearers - one.bearers)
      .slice(0, mostTerms)
    const weights = Float32Array.from(shared, ({ bearers }) => Math.log(notes / bearers))
    const columns = new Int32Array(this.#bearers.length).fill(-1)
    for (const [column, { id }] of shared.entries()) columns[id] = column
    return {
      terms: shared.map(({ term }) => term),
      weights,
      matrix: { rows: notes, columns: shared.length, ...this.#entries(columns, weights) },
    }
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(term, id)
    this.#bearers.push(0)
    return id
  }

  #entries(columns: Int32Array, weights: Float32Array) {
    const most = this.#notes.reduce((sum, { terms }) => sum + terms.length, 0)
    const places = new Uint32Array(most)
    const values = new Float32Array(most)
    const starts = new Uint32Array(this.#notes.length + 1)
    let next = 0
    for (const [row, { terms, counts }] of this.#notes.entries()) {
      for (const [index, id] of terms.entries()) {
        const column = columns[id] ?? -1
        if (column < 0) continue
        places[next] = column
        values[next] = amountOf(counts[index] ?? 1) * (weights[column] ?? 0)
        next++
      }
      starts[row + 1] = next
    }
    return { starts, places: places.subarray(0, next), values: values.subarray(0, next) }
  }
}

/** How much a term counts that stands so often in a text. */
export function amountOf(count: number): number {
  return 1 + Math.log(count)
}
