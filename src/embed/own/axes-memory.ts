import { OwnMemory } from './own-memory.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** Columns of a dense matrix are as many as a multiple of this, the last of them 0. */
const columnUnit = 8
/** Rows that are worked on together. */
const rowsAtOnce = 16
const bytesOfReal = 4

/**
 * A sparse matrix and two dense ones that are as high as it is wide, the space and the next one, multiplied in
 * WebAssembly. The products of all rows are never held as a whole.
 */
export class AxesMemory {
  readonly #matrix: SparseMatrix
  readonly #width: number
  readonly #height: number
  readonly #columns: number
  readonly #memory = new OwnMemory()
  readonly #places: number
  readonly #factors: number
  /** A few rows as wide as the dense matrices. */
  readonly #rows: number
  readonly #pairs: number
  readonly #small: number
  #space: number
  #next: number

  constructor(matrix: SparseMatrix, width: number) {
    this.#matrix = matrix
    this.#width = width
    this.#columns = Math.ceil(width / columnUnit) * columnUnit
    this.#height = Math.ceil(matrix.columns / rowsAtOnce) * rowsAtOnce
    let longest = 0
    for (let row = 0; row < matrix.rows; row++)
      longest = Math.max(longest, (matrix.starts[row + 1] ?? 0) - (matrix.starts[row] ?? 0))
    this.#places = this.#memory.take(longest * bytesOfReal)
    this.#factors = this.#memory.take(longest * bytesOfReal)
    this.#rows = this.#memory.take(rowsAtOnce * this.#stride)
    this.#pairs = this.#memory.take(this.#columns * this.#columns * 2 * bytesOfReal)
    this.#small = this.#memory.take(this.#columns * this.#stride)
    this.#space = this.#memory.take(this.#height * this.#stride)
    this.#next = this.#memory.take(this.#height * this.#stride)
  }

  /** Adds the outer product of each row of the matrix and of what `fill` makes for it to the next space. */
  addOuter(fill: (into: Float32Array) => void): void {
    const vector = this.#reals(this.#rows, this.#width)
    for (let row = 0; row < this.#matrix.rows; row++) {
      fill(vector)
      this.#addToRows(this.#takeRow(row))
    }
  }

  /** Sends the space through the matrix and back: what comes of it is added to the next. */
  sendThrough(): void {
    for (let row = 0; row < this.#matrix.rows; row++) {
      const count = this.#takeRow(row)
      this.#addRows(count, this.#rows)
      this.#addToRows(count)
    }
  }

  /** The next space, with no number beyond 1, is the space from now on. */
  moveOn(): void {
    ;[this.#space, this.#next] = [this.#next, this.#space]
    const bytes = this.#height * this.#stride
    this.#memory.call('scaleToOne', this.#space, bytes)
    new Uint8Array(this.#memory.buffer, this.#next, bytes).fill(0)
  }

  /** The products of all pairs of columns of the space. */
  pairs(): Float64Array {
    this.#clearPairs()
    for (let row = 0; row < this.#height; row += rowsAtOnce)
      this.#addPairs(this.#space + row * this.#stride, rowsAtOnce)
    return this.#readPairs()
  }

  /** The products of all pairs of columns of the matrix times the space. */
  projectedPairs(): Float64Array {
    this.#clearPairs()
    const { rows } = this.#matrix
    for (let first = 0; first < rows; first += rowsAtOnce) {
      const some = Math.min(rowsAtOnce, rows - first)
      for (let row = 0; row < some; row++)
        this.#addRows(this.#takeRow(first + row), this.#rows + row * this.#stride)
      this.#addPairs(this.#rows, some)
    }
    return this.#readPairs()
  }

  /** Each row of the space times a small matrix with so many columns. The memory serves for nothing else from then on. */
  times(small: Float64Array, found: number): Float32Array {
    const columns = Math.ceil(found / columnUnit) * columnUnit
    const padded = this.#reals(this.#small, this.#columns * columns).fill(0)
    for (let row = 0; row < this.#width; row++)
      for (let column = 0; column < found; column++)
        padded[row * columns + column] = small[row * found + column] ?? 0
    const width = columns * bytesOfReal
    for (let row = 0; row < this.#height; row += rowsAtOnce)
      this.#memory.call(
        'multiply',
        this.#space + row * this.#stride,
        this.#stride,
        rowsAtOnce,
        this.#small,
        width,
        this.#next + row * width,
      )
    const product = this.#reals(this.#next, this.#height * columns)
    for (let row = 0; row < this.#matrix.columns; row++)
      product.copyWithin(row * found, row * columns, row * columns + found)
    return product.subarray(0, this.#matrix.columns * found)
  }

  get #stride(): number {
    return this.#columns * bytesOfReal
  }

  #reals(start: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, start, length)
  }

  /** Puts the entries of a row where they are worked on; how many they are. */
  #takeRow(row: number): number {
    const { starts, places, values } = this.#matrix
    const [start, end] = [starts[row] ?? 0, starts[row + 1] ?? 0]
    new Uint32Array(this.#memory.buffer, this.#places, end - start).set(places.subarray(start, end))
    this.#reals(this.#factors, end - start).set(values.subarray(start, end))
    return end - start
  }

  #addRows(count: number, to: number): void {
    this.#reals(to, this.#columns).fill(0)
    this.#memory.call('addRows', this.#space, this.#stride, this.#places, this.#factors, count, to)
  }

  #addToRows(count: number): void {
    this.#memory.call('addToRows', this.#next, this.#stride, this.#places, this.#factors, count, this.#rows)
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
