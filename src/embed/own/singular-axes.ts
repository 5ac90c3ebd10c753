import { AxesMemory } from './axes-memory.ts'
import type { SparseMatrix } from './sparse-matrix.ts'
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
  const memory = new AxesMemory(matrix, width)
  memory.addOuter(randomNumbers(seed))
  memory.moveOn()
  for (let step = 0; step < powerSteps; step++) {
    memory.sendThrough()
    memory.moveOn()
  }
  const whitened = whiten(memory.pairs(), width)
  const inside = symmetricEigen(between(whitened, memory.projectedPairs(), width), whitened.count)
  const found = Math.min(
    count,
    inside.values.filter((value) => value > nothing * (inside.values[0] ?? 0)).length,
  )
  return {
    count: found,
    values: inside.values.slice(0, found).map((value) => Math.sqrt(Math.max(0, value))),
    axes: memory.times(turned(whitened, inside.vectors, width, found), found),
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
): Float64Array {
  const turn = new Float64Array(width * found)
  for (let axis = 0; axis < found; axis++)
    for (let row = 0; row < count; row++) {
      const factor = vectors[axis * count + row] ?? 0
      for (let at = 0; at < width; at++)
        turn[at * found + axis] = (turn[at * found + axis] ?? 0) + factor * (rows[row * width + at] ?? 0)
    }
  return turn
}
