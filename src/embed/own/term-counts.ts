import { OwnMemory } from './own-memory.ts'
import { levelBits, levelOf, levels, SharedTerms } from './shared-terms.ts'
import { TermSplitter } from './split-terms.ts'
import { TermCounter, TermList } from './term-counter.ts'
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
  readonly #bearers: number[] = []
  /** Of the text that is counted. */
  readonly #terms = new TermList()
  readonly #counter = new TermCounter()
  /** The number of a term, and three bits that say how often it stands in the note: note by note. All their room is given back at once. */
  readonly #memory = new OwnMemory()
  #entries = new Uint32Array(0)
  #size = 0
  /** Where the entries of each note end. */
  readonly #ends: number[] = []

  /** Adds a note, given in parts. */
  add(...parts: readonly string[]): void {
    const list = this.#terms
    list.clear()
    for (const part of parts) this.#splitter.each(part, list.add)
    const different = this.#counter.count(list, { from: 0, to: list.length })
    const { terms, counts } = this.#counter
    for (let at = 0; at < different; at++) {
      const id = terms[at] ?? 0
      this.#bearers[id] = (this.#bearers[id] ?? 0) + 1
      if (this.#size === this.#entries.length) this.#makeRoom()
      this.#entries[this.#size++] = (id << levelBits) | levelOf(counts[at] ?? 1)
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
      for (; at < end; at++) {
        const entry = this.#entries[at] ?? 0
        const place = places[entry >>> levelBits] ?? 0
        if (place > 0) shared.add(note, place - 1, entry & (levels.length - 1))
      }
      if (note % notesAtOnce === 0) yield
    }
    return shared
  }

  #makeRoom(): void {
    const { BYTES_PER_ELEMENT: bytes, length } = this.#entries
    this.#memory.take(moreEntries * bytes)
    this.#entries = new Uint32Array(this.#memory.buffer, 0, length + moreEntries)
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
