/** A note, and how near it is to what it was compared with. */
export interface Nearness {
  readonly note: number
  readonly cosine: number
}

/** The notes nearest to each of some notes, among these. */
export type Neighbours = ReadonlyMap<number, readonly Nearness[]>

/** The directions of many notes, one behind the other in memory. */
export class DirectionTable {
  readonly #dimensions: number
  readonly #rows = new Map<number, number>()
  #numbers: Int8Array
  /** One over the length of each direction; 0 for a note without. */
  #factors: Float32Array

  constructor(dimensions: number, expected: number) {
    this.#dimensions = dimensions
    this.#numbers = new Int8Array(dimensions * expected)
    this.#factors = new Float32Array(expected)
  }

  /** Null stands for a note without direction. */
  put(note: number, bytes: Uint8Array | null): void {
    const row = this.#rows.get(note) ?? this.#rows.size
    this.#rows.set(note, row)
    if (row >= this.#factors.length) this.#grow()
    const direction = this.#numbers.subarray(row * this.#dimensions, (row + 1) * this.#dimensions)
    direction.fill(0)
    if (bytes !== null) direction.set(bytes)
    const square = direction.reduce((sum, value) => sum + value * value, 0)
    this.#factors[row] = square === 0 ? 0 : 1 / Math.sqrt(square)
  }

  /** Null for an unknown note. */
  find(note: number): Int8Array | null {
    const row = this.#rows.get(note)
    if (row === undefined) return null
    return this.#numbers.subarray(row * this.#dimensions, (row + 1) * this.#dimensions)
  }

  /** The cosine of a note to a vector of length 1; null for an unknown note. */
  cosine(note: number, vector: Float32Array): number | null {
    const row = this.#rows.get(note)
    return row === undefined ? null : this.#cosineOf(row, vector)
  }

  /** The notes nearest to a vector of length 1, best first: `most` of them, or of the `wanted` ones. */
  nearest(vector: Float32Array, most: number, wanted: ReadonlySet<number> | null): readonly Nearness[] {
    const cosines = new Float32Array(this.#rows.size)
    for (let row = 0; row < cosines.length; row++) cosines[row] = this.#cosineOf(row, vector)
    const sorted = wanted === null ? cosines.toSorted() : null
    const least = sorted?.[Math.max(0, sorted.length - most)] ?? -Infinity
    const found: Nearness[] = []
    for (const [note, row] of this.#rows) {
      const cosine = cosines[row] ?? 0
      if (cosine >= least && wanted?.has(note) !== false) found.push({ note, cosine })
    }
    return found.sort((one, other) => other.cosine - one.cosine || one.note - other.note).slice(0, most)
  }

  /** To each of these notes the `most` others among them whose direction is likest, best first. */
  neighbours(notes: readonly number[], most: number): Neighbours {
    const known = notes.flatMap((note) => {
      const [direction, row] = [this.find(note), this.#rows.get(note)]
      const factor = row === undefined ? 0 : (this.#factors[row] ?? 0)
      return direction === null || factor === 0
        ? []
        : [{ note, unit: Float32Array.from(direction, (value) => value * factor) }]
    })
    return new Map(
      known.map(({ note, unit }) => [
        note,
        known
          .filter((other) => other.note !== note)
          .map((other) => ({ note: other.note, cosine: this.cosine(other.note, unit) ?? 0 }))
          .sort((one, other) => other.cosine - one.cosine || one.note - other.note)
          .slice(0, most),
      ]),
    )
  }

  #cosineOf(row: number, vector: Float32Array): number {
    let product = 0
    for (let at = 0, start = row * this.#dimensions; at < vector.length; at++)
      product += (this.#numbers[start + at] ?? 0) * (vector[at] ?? 0)
    return product * (this.#factors[row] ?? 0)
  }

  #grow(): void {
    const rows = Math.max(64, 2 * this.#factors.length)
    const [numbers, factors] = [new Int8Array(rows * this.#dimensions), new Float32Array(rows)]
    numbers.set(this.#numbers)
    factors.set(this.#factors)
    this.#numbers = numbers
    this.#factors = factors
  }
}
