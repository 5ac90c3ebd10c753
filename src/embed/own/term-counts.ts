import type { OwnMemory } from './own-memory.ts'
import { SharedTerms } from './shared-terms.ts'
import { TermSplitter } from './split-terms.ts'
import { TermCounter } from './term-counter.ts'
import { TermTable } from './term-table.ts'

// Fewer notes than this have no other note with the term, or say nothing about it.
const fewestBearers = 2
/** A term in more of the notes than this says nothing about any. */
const mostShare = 0.3
/** Terms beyond the most frequent ones stand in two notes or three, which costs more than it tells. */
const mostTerms = 20_000

/** Counts in how many notes each term stands. Which notes these are is read a second time: `SharedTerms`. */
export class TermCounts {
  readonly #ids = new TermTable()
  readonly #splitter = new TermSplitter((term) => this.#ids.numberOf(term))
  readonly #bearers: number[] = []
  readonly #counter = new TermCounter()
  #notes = 0

  add(text: string): void {
    const { terms } = this.#counter.count(this.#splitter.split(text))
    for (const id of terms) this.#bearers[id] = (this.#bearers[id] ?? 0) + 1
    this.#notes++
  }

  /** The terms that are neither too rare nor too common, in alphabetical order. */
  share(memory: OwnMemory): SharedTerms {
    const notes = this.#notes
    const shared = Array.from(this.#bearers.keys())
      .filter((id) => {
        const bearers = this.#bearers[id] ?? 0
        return bearers >= fewestBearers && bearers < Math.max(fewestBearers + 1, mostShare * notes)
      })
      .sort((one, other) => (this.#bearers[other] ?? 0) - (this.#bearers[one] ?? 0))
      .slice(0, mostTerms)
      .map((id) => ({ term: this.#ids.termOf(id), bearers: this.#bearers[id] ?? 0 }))
      .sort((one, other) => (one.term < other.term ? -1 : 1))
    return new SharedTerms(shared, notes, memory)
  }
}
