import type { OwnMemory } from './own-memory.ts'
import { entryOf, groupByRow, levelBits, levelOf, levels, SharedTerms } from './shared-terms.ts'
import { TermSplitter } from './split-terms.ts'
import { TermCounter, TermList, twice } from './term-counter.ts'
import { TermTable } from './term-table.ts'

// Fewer notes than this have no other note with the term, or say nothing about it.
const fewestBearers = 2
/** A term in more of the notes than this says nothing about any. */
const mostShare = 0.3
/** Terms beyond the most frequent ones stand in two notes or three, which costs more than it tells. */
const mostTerms = 20_000

/** There is room for so many entries more at a time. */
const moreEntries = 65_536
/** After so many notes others may work. */
const notesAtOnce = 200

/** Counts in how many notes each term stands, and remembers how often in which. */
export class TermCounts {
  readonly #ids = new TermTable()
  readonly #splitter = new TermSplitter((term) => this.#ids.numberOf(term))
  /** By term. */
  #bearers = new Uint32Array(1_024)
  /** Of the text that is counted. */
  readonly #terms = new TermList()
  readonly #counter = new TermCounter()
  readonly #memory: OwnMemory
  readonly #start: number
  /** The number of a term, and three bits that say how often it stands in the note: note by note. */
  #entries = new Uint32Array(0)
  #size = 0
  /** Where the entries of each note end. */
  readonly #ends: number[] = []

  /** What it remembers stands in this memory, of which nobody else may take some until it is shared. */
  constructor(memory: OwnMemory) {
    this.#memory = memory
    this.#start = memory.take(0)
  }

  /** Adds a note, given in parts. */
  add(...parts: readonly string[]): void {
    const list = this.#terms
    list.clear()
    for (const part of parts) this.#splitter.each(part, list.add)
    const different = this.#counter.count(list, { from: 0, to: list.length })
    const { terms, counts } = this.#counter
    for (let at = 0; at < different; at++) {
      const id = terms[at] ?? 0
      while (id >= this.#bearers.length) this.#bearers = new Uint32Array(twice(this.#bearers))
      this.#bearers[id] = (this.#bearers[id] ?? 0) + 1
      if (this.#size === this.#entries.length) this.#makeRoom()
      this.#entries[this.#size++] = (id << levelBits) | levelOf(counts[at] ?? 1)
    }
    this.#ends.push(this.#size)
  }

  /**
   * The terms that are neither too rare nor too common, in alphabetical order; they stand where the entries of all terms stood. Stops
   * often, for others to work.
   */
  *share(): Generator<void, SharedTerms> {
    const terms = this.#sharedTerms()
    const places = new Uint32Array(this.#ids.size)
    const bearers = new Uint32Array(terms.length)
    for (const [row, term] of terms.entries()) {
      const id = this.#ids.find(term)
      places[id] = row + 1
      bearers[row] = this.#bearers[id] ?? 0
    }
    let size = 0
    let at = 0
    for (const [note, end] of this.#ends.entries()) {
      for (; at < end; at++) {
        const entry = this.#entries[at] ?? 0
        const place = places[entry >>> levelBits] ?? 0
        if (place > 0) this.#entries[size++] = entryOf(place - 1, note, entry & (levels.length - 1))
      }
      if (note % notesAtOnce === 0) yield
    }
    yield* groupByRow(this.#entries, bearers)
    return new SharedTerms({ terms, bearers, notes: this.#ends.length }, this.#memory, this.#start)
  }

  #makeRoom(): void {
    const { BYTES_PER_ELEMENT: bytes, length } = this.#entries
    this.#memory.take(moreEntries * bytes)
    this.#entries = new Uint32Array(this.#memory.buffer, this.#start, length + moreEntries)
  }

  #sharedTerms(): readonly string[] {
    const tooMany = Math.max(fewestBearers + 1, mostShare * this.#ends.length)
    const ids: number[] = []
    for (let id = 0; id < this.#ids.size; id++) {
      const bearers = this.#bearers[id] ?? 0
      if (bearers >= fewestBearers && bearers < tooMany) ids.push(id)
    }
    ids.sort((one, other) => (this.#bearers[other] ?? 0) - (this.#bearers[one] ?? 0))
    return ids
      .slice(0, mostTerms)
      .map((id) => this.#ids.termOf(id))
      .sort()
  }
}
