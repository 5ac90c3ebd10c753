/**
 * Where `needle` comes next, asked at rising positions: every character is searched once, however often it is asked.
 * This keeps thousands of unclosed openers linear.
 */
export class NextIndex {
  readonly #text: string
  readonly #needle: string
  #askedFrom = 0
  #answer = -2

  constructor(text: string, needle: string) {
    this.#text = text
    this.#needle = needle
  }

  /** The first index of the needle at or after `position`, or -1. */
  from(position: number): number {
    const isKnown = this.#answer !== -2 && position >= this.#askedFrom
    if (isKnown && (this.#answer === -1 || this.#answer >= position)) return this.#answer
    this.#askedFrom = position
    this.#answer = this.#text.indexOf(this.#needle, position)
    return this.#answer
  }
}
