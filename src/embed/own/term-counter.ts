/** The different terms of a text, in the order in which they first come, and how often each stands there. */
export interface TermCount {
  readonly terms: Uint32Array
  readonly counts: Uint16Array
}

const most = 65_535

/** Counts terms that are numbers. */
export class TermCounter {
  /** By term; all 0 between two texts. */
  #counts = new Uint16Array(1_024)

  count(terms: readonly number[]): TermCount {
    const different: number[] = []
    for (const term of terms) this.#add(term, 1, different)
    return this.#take(different)
  }

  /** The count of texts that follow one another. */
  sum(texts: readonly TermCount[]): TermCount {
    const different: number[] = []
    for (const { terms, counts } of texts)
      for (let at = 0; at < terms.length; at++) this.#add(terms[at] ?? 0, counts[at] ?? 0, different)
    return this.#take(different)
  }

  #add(term: number, times: number, different: number[]): void {
    const room = 2 * term * this.#counts.BYTES_PER_ELEMENT
    if (term >= this.#counts.length) this.#counts = new Uint16Array(this.#counts.buffer.transfer(room))
    const count = this.#counts[term] ?? 0
    if (count === 0) different.push(term)
    this.#counts[term] = Math.min(most, count + times)
  }

  #take(different: readonly number[]): TermCount {
    const terms = new Uint32Array(different.length)
    const counts = new Uint16Array(terms.length)
    for (let at = 0; at < terms.length; at++) {
      const term = different[at] ?? 0
      terms[at] = term
      counts[at] = this.#counts[term] ?? 0
      this.#counts[term] = 0
    }
    return { terms, counts }
  }
}
