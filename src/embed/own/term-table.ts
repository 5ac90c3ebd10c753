import { WordTable } from './word-table.ts'

/** Different terms, numbered as they come, in a few bytes more than their letters: a vault may have a million. */
export class TermTable {
  readonly #words = new WordTable()
  #codes = new Uint16Array(64)

  get size(): number {
    return this.#words.size
  }

  /** The number of a term; -1 where it is not here. */
  find(term: string): number {
    return this.#words.find(this.#read(term), 0, term.length)
  }

  /** The number of a term, a new one where it is not here. */
  numberOf(term: string): number {
    const known = this.find(term)
    return known >= 0 ? known : this.#words.add(this.#codes, 0, term.length)
  }

  termOf(number: number): string {
    return this.#words.wordOf(number)
  }

  #read(term: string): Uint16Array {
    if (term.length > this.#codes.length) this.#codes = new Uint16Array(2 * term.length)
    for (let at = 0; at < term.length; at++) this.#codes[at] = term.charCodeAt(at)
    return this.#codes
  }
}
