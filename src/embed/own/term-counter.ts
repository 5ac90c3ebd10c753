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
    for (const term of terms) {
      if (term >= this.#counts.length) this.#grow(term)
      const count = this.#counts[term] ?? 0
      if (count === 0) different.push(term)
      if (count < most) this.#counts[term] = count + 1
    }
    const counts = Uint16Array.from(different, (term) => this.#counts[term] ?? 0)
    for (const term of different) this.#counts[term] = 0
    return { terms: new Uint32Array(different), counts }
  }

  #grow(term: number): void {
    const counts = new Uint16Array(2 * term)
    counts.set(this.#counts)
    this.#counts = counts
  }
}
