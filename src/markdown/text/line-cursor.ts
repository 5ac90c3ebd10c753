import { Code } from './characters.ts'

/** A place in one line that knows its column: a tab reaches to the next multiple of four. */
export class LineCursor {
  readonly #text: string
  /** The first character not consumed yet. */
  at = 0
  lineEnd = 0
  /** The next character that is neither space nor tab. */
  next = 0
  /** Columns of whitespace between here and `next`. */
  indent = 0
  #column = 0

  constructor(text: string) {
    this.#text = text
  }

  startLine(start: number, lineEnd: number): void {
    this.at = start
    this.lineEnd = lineEnd
    this.#column = 0
    this.look()
  }

  get isBlank(): boolean {
    return this.next >= this.lineEnd
  }

  /** The code of the next character that is neither space nor tab. */
  get code(): number {
    return this.next < this.lineEnd ? this.#text.charCodeAt(this.next) : Number.NaN
  }

  /** Consumes this many columns of whitespace; a tab may be consumed in part. */
  advanceColumns(columns: number): void {
    const target = this.#column + Math.min(columns, this.indent)
    while (this.#column < target) {
      const width = this.#text.charCodeAt(this.at) === Code.tab ? 4 - (this.#column % 4) : 1
      if (this.#column + width > target) break
      this.#column += width
      this.at += 1
    }
    this.#column = target
    this.look()
  }

  /** Consumes the whitespace and the characters up to `position`, which must not be tabs. */
  advanceTo(position: number): void {
    this.#column += this.indent + position - this.next
    this.at = position
    this.look()
  }

  look(): void {
    const text = this.#text
    let at = this.at
    let column = this.#column
    for (; at < this.lineEnd; at += 1) {
      const code = text.charCodeAt(at)
      if (code === Code.space) column += 1
      else if (code === Code.tab) column += 4 - (column % 4)
      else break
    }
    this.next = at
    this.indent = column - this.#column
  }
}
