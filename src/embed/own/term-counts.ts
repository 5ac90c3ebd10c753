import type { OwnMemory } from './own-memory.ts'
import { levelBits, levelOf, levels, SharedTerms } from './shared-terms.ts'
import { TermSplitter } from './split-terms.ts'
import { TermCounter } from './term-counter.ts'
import { TermTable } from './term-table.ts'

// Fewer notes than this have no other note with the term, or say nothing about it.
const fewestBearers = 2
/** A term in more of the notes than this says nothing about any. */
const mostShare = 0.3
/** Terms beyond the most frequent ones stand in two notes or three, which costs more than it tells. */
const mostTerms = 20_000

/** So many entries are kept together. */
const chunkSize = 65_536
/** After so many notes others may work. */
const notesAtOnce = 200

/** Counts in how many notes each term stands, and remembers how often in which. */
export class TermCounts {
  readonly #ids = new TermTable()
  readonly #splitter = new TermSplitter((term) => this.#ids.numberOf(term))
  readonly #bearers: number[] = []
  readonly #counter = new TermCounter()
  /** The number of a term, and three bits that say how often it stands in the note: note by note. */
  readonly #chunks: Uint32Array[] = []
  #size = 0
  /** Where the entries of each note end. */
  readonly #ends: number[] = []

  add(text: string): void {
    const { terms, counts } = this.#counter.count(this.#splitter.split(text))
    for (let at = 0; at < terms.length; at++) {
      const id = terms[at] ?? 0
      this.#bearers[id] = (this.#bearers[id] ?? 0) + 1
      if (this.#size === this.#chunks.length * chunkSize) this.#chunks.push(new Uint32Array(chunkSize))
      const chunk = this.#chunks.at(-1) ?? new Uint32Array(chunkSize)
      chunk[this.#size++ % chunkSize] = (id << levelBits) | levelOf(counts[at] ?? 1)
    }
    this.#ends.push(this.#size)
  }

  /** The terms that are neither too rare nor too common, in alphabetical order. Stops often, for others to work. */
  *share(memory: OwnMemory): Generator<void, SharedTerms> {
    const ids = this.#sharedIds()
    const places = new Uint32Array(this.#ids.size)
    for (const [row, id] of ids.entries()) places[id] = row + 1
    const terms = ids.map((id) => ({ term: this.#ids.termOf(id), bearers: this.#bearers[id] ?? 0 }))
    const shared = new SharedTerms(terms, this.#ends.length, memory)
    let at = 0
    for (const [note, end] of this.#ends.entries()) {
      const found: number[] = []
      for (; at < end; at++) {
        const entry = this.#chunks[Math.floor(at / chunkSize)]?.[at % chunkSize] ?? 0
        const place = places[entry >>> levelBits] ?? 0
        if (place > 0) found.push(((place - 1) << levelBits) | (entry & (levels.length - 1)))
      }
      shared.add(note, found)
      if (note % notesAtOnce === 0) yield
    }
    return shared
  }

  #sharedIds(): readonly number[] {
    const notes = this.#ends.length
    return Array.from(this.#bearers.keys())
      .filter((id) => {
        const bearers = this.#bearers[id] ?? 0
        return bearers >= fewestBearers && bearers < Math.max(fewestBearers + 1, mostShare * notes)
      })
      .sort((one, other) => (this.#bearers[other] ?? 0) - (this.#bearers[one] ?? 0))
      .slice(0, mostTerms)
      .map((id) => ({ id, term: this.#ids.termOf(id) }))
      .sort((one, other) => (one.term < other.term ? -1 : 1))
      .map(({ id }) => id)
  }
}
