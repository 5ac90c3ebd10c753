import { addRowOuter, rowTimes, type SparseMatrix } from './sparse-matrix.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

/** The directions in which a matrix is largest. */
export interface SingularAxes {
  /** How many: fewer than asked for where the matrix has no more. */
  readonly count: number
  /** The singular values, the largest first. */
  readonly values: Float64Array
  /** For each column of the matrix its share in every axis; the axes are orthonormal. */
  readonly axes: Float32Array
}

export interface AxesOptions {
  readonly count: number
  /** Where random numbers begin: equal seeds give equal axes. */
  readonly seed: number
}

/** A few more directions than are wanted make the wanted ones exact. */
const more = 10
const powerSteps = 2
/** Directions shorter than this share of the longest are rounding. */
const nothing = 1e-12

/**
 * The first right singular vectors of a sparse matrix, by random projection (Halko, Martinsson and Tropp 2011): random
 * rows are sent through the matrix and back a few times, which turns them into the space of the largest ones, and in
 * that space the decomposition is small. Only matrices as wide as the axes are many are held, never one with all rows.
 */
export function singularAxes(matrix: SparseMatrix, { count, seed }: AxesOptions): SingularAxes {
  const width = Math.min(count + more, matrix.rows, matrix.columns)
  let space = new Float32Array(matrix.columns * width)
  const one = new Float32Array(width)
  const fillAtRandom = randomNumbers(seed)
  for (let row = 0; row < matrix.rows; row++) {
    fillAtRandom(one)
    addRowOuter(matrix, row, one, space)
  }
  for (let step = 0; step < powerSteps; step++) {
    scaleToOne(space)
    const next = new Float32Array(space.length)
    for (let row = 0; row < matrix.rows; row++) {
      rowTimes(matrix, row, space, one)
      addRowOuter(matrix, row, one, next)
    }
    space = next
  }
  scaleToOne(space)
  const whitened = whiten(gram(space, width), width)
  const projected = projectedGram(matrix, space, width)
  const inside = symmetricEigen(between(whitened, projected, width), whitened.count)
  const found = Math.min(
    count,
    inside.values.filter((value) => value > nothing * (inside.values[0] ?? 0)).length,
  )
  const turn = turned(whitened, inside.vectors, width, found)
  return {
    count: found,
    values: inside.values.slice(0, found).map((value) => Math.sqrt(Math.max(0, value))),
    axes: timesSmall(space, width, turn, found),
  }
}

/** Fills vectors with numbers between -1 and 1 (xorshift). */
function randomNumbers(seed: number): (into: Float32Array) => void {
  let state = seed | 1
  return (into) => {
    for (let at = 0; at < into.length; at++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      into[at] = state / 2 ** 31
    }
  }
}

function scaleToOne(numbers: Float32Array): void {
  let most = 0
  for (const value of numbers) if (Math.abs(value) > most) most = Math.abs(value)
  if (most > 0) for (let at = 0; at < numbers.length; at++) numbers[at] = (numbers[at] ?? 0) / most
}

/** The products of all pairs of columns. */
function gram(dense: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width * width)
  for (let start = 0; start < dense.length; start += atOnce * width)
    addPairs(sums, dense.subarray(start, start + atOnce * width), width)
  return mirrored(sums, width)
}

/** The products of all pairs of columns of the matrix times a dense one, which is never held as a whole. */
function projectedGram(matrix: SparseMatrix, dense: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width * width)
  const some = new Float32Array(atOnce * width)
  for (let first = 0; first < matrix.rows; first += atOnce) {
    some.fill(0)
    for (let row = first; row < Math.min(first + atOnce, matrix.rows); row++)
      rowTimes(matrix, row, dense, some.subarray((row - first) * width, (row - first + 1) * width))
    addPairs(sums, some, width)
  }
  return mirrored(sums, width)
}

/** Rows whose products are added up together: the sums are read and written a quarter as often. */
const atOnce = 4

function addPairs(sums: Float64Array, four: Float32Array, width: number): void {
  const [two, three] = [2 * width, 3 * width]
  for (let row = 0; row < width; row++) {
    const [p, q, r, s] = [
      four[row] ?? 0,
      four[width + row] ?? 0,
      four[two + row] ?? 0,
      four[three + row] ?? 0,
    ]
    for (let column = row, at = row * width + row; column < width; column++, at++)
      sums[at] =
        (sums[at] ?? 0) +
        p * (four[column] ?? 0) +
        q * (four[width + column] ?? 0) +
        r * (four[two + column] ?? 0) +
        s * (four[three + column] ?? 0)
  }
}

function mirrored(upper: Float64Array, width: number): Float64Array {
  for (let row = 0; row < width; row++)
    for (let column = 0; column < row; column++)
      upper[row * width + column] = upper[column * width + row] ?? 0
  return upper
}

/** Combinations of columns that are orthonormal, one in each row, as far as the columns are independent. */
interface Whitened {
  readonly count: number
  readonly rows: Float64Array
}

function whiten(products: Float64Array, width: number): Whitened {
  const { values, vectors } = symmetricEigen(products, width)
  const count = values.filter((value) => value > nothing * (values[0] ?? 0)).length
  const rows = new Float64Array(count * width)
  for (let row = 0; row < count; row++) {
    const length = Math.sqrt(values[row] ?? 1)
    for (let at = 0; at < width; at++) rows[row * width + at] = (vectors[row * width + at] ?? 0) / length
  }
  return { count, rows }
}

/** The products as they are between the whitened directions. */
function between({ count, rows }: Whitened, products: Float64Array, width: number): Float64Array {
  const half = new Float64Array(count * width)
  for (let row = 0; row < count; row++)
    for (let at = 0; at < width; at++) {
      const factor = rows[row * width + at] ?? 0
      for (let column = 0; column < width; column++)
        half[row * width + column] =
          (half[row * width + column] ?? 0) + factor * (products[at * width + column] ?? 0)
    }
  const inside = new Float64Array(count * count)
  for (let row = 0; row < count; row++)
    for (let other = 0; other < count; other++) {
      let sum = 0
      for (let at = 0; at < width; at++)
        sum += (half[row * width + at] ?? 0) * (rows[other * width + at] ?? 0)
      inside[row * count + other] = sum
    }
  return inside
}

/** For each column its share in every axis. */
function turned(
  { count, rows }: Whitened,
  vectors: Float64Array,
  width: number,
  found: number,
): Float32Array {
  const turn = new Float32Array(width * found)
  for (let axis = 0; axis < found; axis++)
    for (let row = 0; row < count; row++) {
      const factor = vectors[axis * count + row] ?? 0
      for (let at = 0; at < width; at++)
        turn[at * found + axis] = (turn[at * found + axis] ?? 0) + factor * (rows[row * width + at] ?? 0)
    }
  return turn
}

/** Each row of a dense matrix times a small one. */
function timesSmall(dense: Float32Array, width: number, small: Float32Array, found: number): Float32Array {
  const rows = dense.length / Math.max(1, width)
  const product = new Float32Array(rows * found)
  const whole = width - (width % 4)
  for (let row = 0; row < rows; row++) {
    const [start, to] = [row * width, row * found]
    for (let at = 0; at < whole; at += 4) {
      const [p, q] = [dense[start + at] ?? 0, dense[start + at + 1] ?? 0]
      const [r, s] = [dense[start + at + 2] ?? 0, dense[start + at + 3] ?? 0]
      const [a, b, c, d] = [at * found, (at + 1) * found, (at + 2) * found, (at + 3) * found]
      for (let axis = 0; axis < found; axis++)
        product[to + axis] =
          (product[to + axis] ?? 0) +
          p * (small[a + axis] ?? 0) +
          q * (small[b + axis] ?? 0) +
          r * (small[c + axis] ?? 0) +
          s * (small[d + axis] ?? 0)
    }
    for (let at = whole; at < width; at++) {
      const factor = dense[start + at] ?? 0
      for (let axis = 0; axis < found; axis++)
        product[to + axis] = (product[to + axis] ?? 0) + factor * (small[at * found + axis] ?? 0)
    }
  }
  return product
}
