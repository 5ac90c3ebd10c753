import { AxesMemory } from './axes-memory.ts'
import type { OwnMemory } from './own-memory.ts'
import { release } from './release.ts'
import type { SparseRows } from './sparse-rows.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

/** The directions in which a matrix is largest. */
export interface SingularAxes {
  /** How many: fewer than asked for where the matrix has no more. */
  readonly count: number
  /** The singular values, the largest first. */
  readonly values: Float64Array
  /** For each row of the matrix its share in every axis, to be read once; the axes are orthonormal. */
  readonly shares: Iterable<Float32Array>
}

/** A few more directions than are wanted make the wanted ones exact. */
const more = 10
const powerSteps = 2
/** Directions shorter than this share of the longest are rounding. */
const nothing = 1e-12

/**
 * The first left singular vectors of a sparse matrix, by random projection (Halko, Martinsson and Tropp 2011): random
 * columns are sent through the matrix and back a few times, which turns them into the space of the largest ones, and in
 * that space the decomposition is small. Only that space is held, as high as the matrix is wide. Stops often, for others
 * to work.
 */
export function* singularAxes(
  matrix: SparseRows,
  { count, seed }: { readonly count: number; readonly seed: number },
  memory: OwnMemory,
): Generator<void, SingularAxes> {
  const width = Math.min(count + more, matrix.rows, matrix.columns)
  const space = new AxesMemory(matrix, width, memory)
  space.fill(randomNumbers(seed))
  for (let step = 0; step < powerSteps; step++) {
    yield* space.sendThrough()
    yield* orthonormalise(space, width)
  }
  // What comes of columns that are nearly alike is orthonormal only the second time.
  yield* orthonormalise(space, width)
  const { values, vectors } = symmetricEigen(yield* space.projectedPairs(), width)
  const found = Math.min(count, countOf(values))
  const lengths = values.slice(0, found).map(Math.sqrt)
  return {
    count: found,
    values: lengths,
    shares: space.rowsTimes(columnsOf(vectors, lengths, width), found),
  }
}

/** Makes the columns orthonormal, as far as they are independent. The rest is 0. */
function* orthonormalise(space: AxesMemory, width: number): Generator<void> {
  const { values, vectors } = symmetricEigen(yield* space.pairs(), width)
  const found = countOf(values)
  const lengths = values.map((value, at) => (at < found ? Math.sqrt(value) : Infinity))
  const columns = columnsOf(vectors, lengths, width)
  yield* space.turn(columns)
  release(columns)
}

function countOf(values: Float64Array): number {
  return values.filter((value) => value > nothing * (values[0] ?? 0)).length
}

/** The first vectors as columns, each divided by its length. Uses the vectors up. */
function columnsOf(vectors: Float64Array, lengths: Float64Array, width: number): Float64Array {
  const columns = new Float64Array(width * lengths.length)
  for (const [column, length] of lengths.entries())
    for (let row = 0; row < width; row++)
      columns[row * lengths.length + column] = (vectors[column * width + row] ?? 0) / length
  release(vectors)
  return columns
}

/** Numbers between -1 and 1 (xorshift), the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2 ** 31
  }
}
