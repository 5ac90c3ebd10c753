/**
 * Joins the pieces of an input into lines, at a cost linear in the length of a line, however many pieces it came in. A
 * line longer than `maxBytes` is dropped, and `onTooLong` called.
 */
export class LineReader {
  readonly #maxBytes: number
  readonly #onLine: (line: Buffer) => void
  readonly #onTooLong: () => void
  #pieces: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number, onLine: (line: Buffer) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes
    this.#onLine = onLine
    this.#onTooLong = onTooLong
  }

  add(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(lineBreak); end !== -1; end = chunk.indexOf(lineBreak, start)) {
      this.#keep(chunk.subarray(start, end))
      this.endLine()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** Ends the current line, if any: the last line of the input may lack its line break. */
  endLine(): void {
    const pieces = this.#pieces
    const isTooLong = this.#bytes > this.#maxBytes
    this.#pieces = []
    this.#bytes = 0
    if (isTooLong) this.#onTooLong()
    else if (pieces.length > 0) this.#onLine(Buffer.concat(pieces))
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) this.#pieces = []
    else this.#pieces.push(piece)
  }
}

const lineBreak = 0x0a
