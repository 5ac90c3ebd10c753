const most = 65_535
const fewTerms = 1_024
/** Room for more is given back: few notes are as long. */
const manyTerms = 262_144

/** Terms that are numbers: of texts that follow one another. */
export class TermList {
  numbers = new Uint32Array(fewTerms)
  length = 0

  clear(): void {
    this.length = 0
    if (this.numbers.length > manyTerms) this.numbers = new Uint32Array(fewTerms)
  }

  /** Is handed on as it is. */
  readonly add = (term: number): void => {
    if (this.length === this.numbers.length) this.numbers = new Uint32Array(twice(this.numbers))
    this.numbers[this.length++] = term
  }
}

/** Where in a list the terms of a text are. */
export interface TermRange {
  readonly from: number
  readonly to: number
}

/** Counts terms. What it has counted stands here until it counts again. */
export class TermCounter {
  /** The different terms of the texts counted last, in the order in which they first come; others behind them. */
  terms = new Uint32Array(256)
  /** How often each of these terms stands there. */
  counts = new Uint16Array(256)
  /** By term; all 0 between two counts. */
  #times = new Uint16Array(1_024)

  /** How many different terms some texts of a list have together. */
  count({ numbers }: TermList, ...texts: readonly TermRange[]): number {
    let different = 0
    for (const { from, to } of texts)
      for (let at = from; at < to; at++) {
        const term = numbers[at] ?? 0
        while (term >= this.#times.length) this.#times = new Uint16Array(twice(this.#times))
        const times = this.#times[term] ?? 0
        if (times === 0) {
          if (different === this.terms.length) this.#makeRoom()
          this.terms[different++] = term
        }
        if (times < most) this.#times[term] = times + 1
      }
    for (let at = 0; at < different; at++) {
      const term = this.terms[at] ?? 0
      this.counts[at] = this.#times[term] ?? 0
      this.#times[term] = 0
    }
    return different
  }

  #makeRoom(): void {
    this.terms = new Uint32Array(twice(this.terms))
    this.counts = new Uint16Array(this.terms.length)
  }
}

/** The bytes of an array, which must not be used any more, and as many behind them. */
export function twice({
  buffer,
  byteLength,
}: Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): ArrayBuffer {
  return buffer.transfer(2 * byteLength)
}
