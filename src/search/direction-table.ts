import { rowUnit, VectorMemory } from '../index-db/vector-memory.ts'

/** A note, and how near it is to what it was compared with. */
export interface Nearness {
  readonly note: number
  readonly cosine: number
}

/** The notes likest to each of some notes, among these. Plain data: it crosses to the thread that answers. */
export interface Neighbours {
  readonly notes: readonly number[]
  /** So many for each note, best first: their cosines, minus infinity where there are fewer, and their places in `notes`. */
  readonly most: number
  readonly cosines: Float64Array
  readonly likest: Int32Array
}

/** The directions of many notes, one behind the other in memory: first what they are compared with, last the products. */
export class DirectionTable {
  readonly #dimensions: number
  readonly #stride: number
  readonly #memory = new VectorMemory()
  readonly #rows = new Map<number, number>()
  /** The note of each row. */
  readonly #notes: number[] = []
  /** One over the length of each direction; 0 for a note without. As many as there is room for. */
  #factors: Float32Array<ArrayBuffer>

  constructor(dimensions: number, expected: number) {
    this.#dimensions = dimensions
    this.#stride = Math.ceil(dimensions / rowUnit) * rowUnit
    this.#factors = new Float32Array(expected)
    this.#memory.reserve(this.#end)
  }

  /** Null stands for a note without direction. */
  put(note: number, bytes: Uint8Array | null): void {
    const row = this.#rows.get(note) ?? this.#notes.push(note) - 1
    this.#rows.set(note, row)
    if (row >= this.#factors.length) this.#grow()
    const direction = this.#direction(row).fill(0)
    if (bytes !== null) direction.set(bytes)
    const square = direction.reduce((sum, value) => sum + value * value, 0)
    this.#factors[row] = square === 0 ? 0 : 1 / Math.sqrt(square)
  }

  /** Null for an unknown note. */
  find(note: number): Int8Array | null {
    const row = this.#rows.get(note)
    return row === undefined ? null : this.#direction(row)
  }

  /** The cosine of each of these notes to a vector of length 1; unknown ones are left out. */
  cosines(notes: readonly number[], vector: Float32Array): readonly Nearness[] {
    const known = this.#known(notes)
    const gathered = this.#gather(known)
    const cosines = this.#compare(vector, gathered)
    return known.map(({ note, factor }, at) => ({ note, cosine: (cosines[at] ?? 0) * factor }))
  }

  /** The notes nearest to a vector of length 1, best first: `most` of them, or of the `wanted` ones. */
  nearest(vector: Float32Array, most: number, wanted: ReadonlySet<number> | null): readonly Nearness[] {
    const cosines = this.#compare(vector, { rows: this.#start, count: this.#rows.size, end: this.#end })
    for (let row = 0; row < cosines.length; row++)
      cosines[row] = (cosines[row] ?? 0) * (this.#factors[row] ?? 0)
    const least = wanted === null ? leastStep(cosines, most) : 0
    const found: Nearness[] = []
    for (let row = 0; row < cosines.length; row++) {
      const cosine = cosines[row] ?? 0
      if (stepOf(cosine) < least) continue
      const note = this.#notes[row] ?? 0
      if (wanted?.has(note) !== false) found.push({ note, cosine })
    }
    return found.sort((one, other) => other.cosine - one.cosine || one.note - other.note).slice(0, most)
  }

  /** To each of these notes the `most` others among them whose direction is likest. */
  neighbours(notes: readonly number[], most: number): Neighbours {
    const known = this.#known([...notes].sort((one, other) => one - other)).filter(({ factor }) => factor > 0)
    const { rows, count, end: to } = this.#gather(known)
    const places = count * most
    const likest = to + places * bytesOfCosine
    const factors = likest + places * bytesOfNumber
    this.#memory.reserve(factors + count * bytesOfNumber)
    const { buffer } = this.#memory
    new Float32Array(buffer, factors, count).set(known.map(({ factor }) => factor))
    this.#memory.likest({ rows, factors, count, stride: this.#stride, most, to })
    return {
      notes: known.map(({ note }) => note),
      most,
      cosines: new Float64Array(buffer, to, places).slice(),
      likest: new Int32Array(buffer, likest, places).slice(),
    }
  }

  #known(notes: readonly number[]) {
    return notes.flatMap((note) => {
      const row = this.#rows.get(note)
      return row === undefined ? [] : [{ note, row, factor: this.#factors[row] ?? 0 }]
    })
  }

  /** Puts the directions of some rows one behind the other, after all others. */
  #gather(known: readonly { readonly row: number }[]): Gathered {
    const rows = this.#end
    const end = rows + known.length * this.#stride
    this.#memory.reserve(end)
    const bytes = new Uint8Array(this.#memory.buffer)
    for (const [at, { row }] of known.entries()) {
      const start = this.#start + row * this.#stride
      bytes.copyWithin(rows + at * this.#stride, start, start + this.#stride)
    }
    return { rows, count: known.length, end }
  }

  /** The products of a vector with directions, good until the next are asked for. */
  #compare(vector: Float32Array, { rows, count, end }: Gathered): Float32Array {
    this.#memory.reserve(end + count * bytesOfNumber)
    new Float32Array(this.#memory.buffer, 0, this.#stride).set(vector)
    this.#memory.products({ given: 0, rows, count, stride: this.#stride, to: end })
    return new Float32Array(this.#memory.buffer, end, count)
  }

  #direction(row: number): Int8Array {
    return new Int8Array(this.#memory.buffer, this.#start + row * this.#stride, this.#dimensions)
  }

  /** Where the directions begin, after the vector that they are compared with. */
  get #start(): number {
    return this.#stride * bytesOfNumber
  }

  /** Where room for directions ends. */
  get #end(): number {
    return this.#start + this.#factors.length * this.#stride
  }

  #grow(): void {
    const room = Math.max(64, 2 * this.#factors.length) * bytesOfNumber
    this.#factors = new Float32Array(this.#factors.buffer.transfer(room))
    this.#memory.reserve(this.#end)
  }
}

const bytesOfNumber = 4
const bytesOfCosine = 8
/** Sorting ten thousand cosines takes longer than comparing the directions: they are only counted, in so many steps. */
const steps = 4_096

/** The step that `most` of these cosines reach, or a few more. */
function leastStep(cosines: Float32Array, most: number): number {
  const counts = new Uint32Array(steps + 1)
  for (const cosine of cosines) counts[stepOf(cosine)] = (counts[stepOf(cosine)] ?? 0) + 1
  let step = steps
  for (let reached = counts[step] ?? 0; reached < most && step > 0; reached += counts[step] ?? 0) step--
  return step
}

function stepOf(cosine: number): number {
  return Math.max(0, Math.min(steps, Math.floor(((cosine + 1) / 2) * steps)))
}

/** Directions one behind the other, and where there is room for products. */
interface Gathered {
  readonly rows: number
  readonly count: number
  readonly end: number
}
