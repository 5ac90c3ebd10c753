import { cosineTo } from '../embed/own/note-vectors.ts'

/** The directions of many notes, one behind the other in memory. */
export class DirectionTable {
  readonly #dimensions: number
  readonly #rows = new Map<number, number>()
  #numbers: Int8Array

  constructor(dimensions: number, expected: number) {
    this.#dimensions = dimensions
    this.#numbers = new Int8Array(dimensions * expected)
  }

  get notes(): Iterable<number> {
    return this.#rows.keys()
  }

  /** Null stands for a note without direction. */
  put(note: number, bytes: Uint8Array | null): void {
    const row = this.#rows.get(note) ?? this.#rows.size
    this.#rows.set(note, row)
    const start = row * this.#dimensions
    if (start + this.#dimensions > this.#numbers.length) {
      const more = new Int8Array(Math.max(2 * this.#numbers.length, 64 * this.#dimensions))
      more.set(this.#numbers)
      this.#numbers = more
    }
    const direction = this.#numbers.subarray(start, start + this.#dimensions)
    direction.fill(0)
    if (bytes !== null) direction.set(bytes)
  }

  /** Null for an unknown note. */
  find(note: number): Int8Array | null {
    const row = this.#rows.get(note)
    if (row === undefined) return null
    return this.#numbers.subarray(row * this.#dimensions, (row + 1) * this.#dimensions)
  }

  /** The cosine of a note to a vector of length 1; null for an unknown note. */
  cosine(note: number, vector: Float32Array): number | null {
    const direction = this.find(note)
    return direction === null ? null : cosineTo(direction, vector)
  }
}
