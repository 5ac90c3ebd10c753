import type { OwnMemory } from './own-memory.ts'
import type { SparseRows } from './sparse-rows.ts'

/** Columns that go through the sparse matrix at once: `kernel/own-model.ts`. */
const stripColumns = 24
/** Rows that are worked on together. */
const rowsAtOnce = 16
const bytesOfReal = 4
/** After about so many sums and products others may work. */
const mostAtOnce = 40_000_000

/**
 * A sparse matrix and a dense one that is as high as the sparse one is wide, the space: multiplied in WebAssembly. No
 * product is held as a whole, and every step ends often, for others to work.
 */
export class AxesMemory {
  readonly #matrix: SparseRows
  readonly #width: number
  readonly #height: number
  /** Those beyond the width are 0. */
  readonly #columns: number
  readonly #memory: OwnMemory
  readonly #places: number
  readonly #factors: number
  /** A few rows as wide as the space, and what becomes of them. */
  readonly #rows: number
  readonly #product: number
  readonly #pairs: number
  readonly #small: number
  readonly #space: number
  readonly #strip: number
  #work = 0

  constructor(matrix: SparseRows, width: number, memory: OwnMemory) {
    this.#matrix = matrix
    this.#width = width
    this.#memory = memory
    this.#columns = Math.ceil(width / stripColumns) * stripColumns
    this.#height = Math.ceil(matrix.columns / rowsAtOnce) * rowsAtOnce
    this.#places = memory.take(matrix.longest * bytesOfReal)
    this.#factors = memory.take(matrix.longest * bytesOfReal)
    this.#rows = memory.take(rowsAtOnce * this.#stride)
    this.#product = memory.take(rowsAtOnce * this.#stride)
    this.#pairs = memory.take(this.#columns * this.#columns * 2 * bytesOfReal)
    this.#small = memory.take(this.#columns * this.#stride)
    this.#space = memory.take(this.#height * this.#stride)
    this.#strip = memory.take(this.#height * stripColumns * bytesOfReal)
  }

  /** Gives the space such numbers. */
  fill(next: () => number): void {
    for (let row = 0; row < this.#matrix.columns; row++) {
      const numbers = this.#reals(this.#space + row * this.#stride, this.#width)
      for (let at = 0; at < numbers.length; at++) numbers[at] = next()
    }
  }

  /** The space is what becomes of it on its way through the matrix and back. */
  *sendThrough(): Generator<void> {
    const read = this.#reader()
    const { call } = this.#memory
    for (let column = 0; column < this.#columns; column += stripColumns) {
      const strip = this.#reals(this.#strip, this.#height * stripColumns).fill(0)
      const from = this.#space + column * bytesOfReal
      for (let row = 0; row < this.#matrix.rows; row++) {
        const count = read(row)
        call('sendStrip', from, this.#stride, this.#places, this.#factors, count, this.#rows, this.#strip)
        if (this.#isDue(count * 2 * stripColumns)) yield
      }
      const space = this.#reals(this.#space, this.#height * this.#columns)
      for (let row = 0; row < this.#height; row++)
        for (let at = 0; at < stripColumns; at++)
          space[row * this.#columns + column + at] = strip[row * stripColumns + at] ?? 0
    }
  }

  /** The products of all pairs of columns of the space. */
  *pairs(): Generator<void, Float64Array> {
    this.#clearPairs()
    for (let row = 0; row < this.#height; row += rowsAtOnce) {
      this.#addPairs(this.#space + row * this.#stride, rowsAtOnce)
      if (this.#isDue(rowsAtOnce * this.#columns * this.#columns)) yield
    }
    return this.#readPairs()
  }

  /** The products of all pairs of columns of the matrix times the space. */
  *projectedPairs(): Generator<void, Float64Array> {
    this.#clearPairs()
    for (const some of this.#projected()) {
      this.#addPairs(this.#rows, some)
      if (this.#isDue(some * this.#columns * this.#columns)) yield
    }
    return this.#readPairs()
  }

  /** The space is what it is times a small square matrix. */
  *turn(small: Float64Array): Generator<void> {
    this.#putSmall(small, this.#width, this.#columns)
    for (let row = 0; row < this.#height; row += rowsAtOnce) {
      const start = this.#space + row * this.#stride
      this.#multiply(start, this.#stride)
      const end = this.#product + rowsAtOnce * this.#stride
      new Uint8Array(this.#memory.buffer).copyWithin(start, this.#product, end)
      if (this.#isDue(rowsAtOnce * this.#columns * this.#columns)) yield
    }
  }

  /** Each row of the matrix times the space, times a small matrix of so many columns: good until the next is asked for. */
  *rowsTimes(small: Float64Array, found: number): Generator<Float32Array> {
    const columns = Math.ceil(found / 8) * 8
    const width = columns * bytesOfReal
    this.#putSmall(small, found, columns)
    for (const some of this.#projected()) {
      this.#multiply(this.#rows, width)
      for (let row = 0; row < some; row++) yield this.#reals(this.#product + row * width, found)
    }
  }

  get #stride(): number {
    return this.#columns * bytesOfReal
  }

  #reals(start: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, start, length)
  }

  /** A few rows of the matrix at a time, multiplied by the space; how many they are. */
  *#projected(): Generator<number> {
    const { rows } = this.#matrix
    const { call } = this.#memory
    const read = this.#reader()
    for (let first = 0; first < rows; first += rowsAtOnce) {
      const some = Math.min(rowsAtOnce, rows - first)
      for (let row = 0; row < some; row++) {
        const to = this.#rows + row * this.#stride
        call('gather', this.#space, this.#stride, this.#places, this.#factors, read(first + row), to)
      }
      yield some
    }
  }

  /** Puts the entries of a row where they are worked on; how many they are. */
  #reader(): (row: number) => number {
    const { longest } = this.#matrix
    const places = new Uint32Array(this.#memory.buffer, this.#places, longest)
    const factors = this.#reals(this.#factors, longest)
    return (row) => this.#matrix.read(row, places, factors)
  }

  /** Whether others may work, after so many sums and products more. */
  #isDue(work: number): boolean {
    this.#work += work
    if (this.#work < mostAtOnce) return false
    this.#work = 0
    return true
  }

  #putSmall(small: Float64Array, found: number, columns: number): void {
    const padded = this.#reals(this.#small, this.#columns * columns).fill(0)
    for (let row = 0; row < this.#width; row++)
      for (let column = 0; column < found; column++)
        padded[row * columns + column] = small[row * found + column] ?? 0
  }

  /** A few rows times the small matrix, whose rows are so many bytes. */
  #multiply(rows: number, width: number): void {
    this.#memory.call('multiply', rows, this.#stride, rowsAtOnce, this.#small, width, this.#product)
  }

  #addPairs(rows: number, count: number): void {
    this.#memory.call('addPairs', rows, this.#stride, count, this.#pairs)
  }

  #clearPairs(): void {
    new Float64Array(this.#memory.buffer, this.#pairs, this.#columns * this.#columns).fill(0)
  }

  /** Both halves, without the columns that are 0. */
  #readPairs(): Float64Array {
    const [width, columns] = [this.#width, this.#columns]
    const upper = new Float64Array(this.#memory.buffer, this.#pairs, columns * columns)
    return Float64Array.from({ length: width * width }, (_, at) => {
      const [row, column] = [Math.floor(at / width), at % width]
      return upper[Math.min(row, column) * columns + Math.max(row, column)] ?? 0
    })
  }
}
