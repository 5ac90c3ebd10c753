/** The eigenvalues of a symmetric matrix, the largest first, and their vectors, one row each. */
export interface Eigen {
  readonly values: Float64Array
  readonly vectors: Float64Array
}

const mostSweeps = 30
/** What is left beside the diagonal, as a share of all, when the matrix counts as diagonal. */
const enough = 1e-22

/**
 * Decomposes a symmetric matrix of this size, given row by row, by Jacobi's rotations: each turns two axes so that one
 * more number beside the diagonal becomes 0. Slow for large matrices, exact for small numbers, and never stuck.
 *
 *     symmetricEigen(Float64Array.of(2, 1, 1, 2), 2).values   // 3, 1
 */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  const a = matrix.slice()
  const v = new Float64Array(size * size)
  for (let at = 0; at < size; at++) v[at * size + at] = 1
  const whole = a.reduce((sum, value) => sum + value * value, 0)
  for (let sweep = 0; sweep < mostSweeps && besideDiagonal(a, size) > enough * whole; sweep++) {
    for (let one = 0; one < size - 1; one++)
      for (let other = one + 1; other < size; other++) rotate(a, v, size, one, other)
  }
  const order = Array.from({ length: size }, (_, at) => at).sort(
    (one, other) => (a[other * size + other] ?? 0) - (a[one * size + one] ?? 0),
  )
  const vectors = new Float64Array(size * size)
  order.forEach((from, to) => {
    vectors.set(v.subarray(from * size, (from + 1) * size), to * size)
  })
  return { values: Float64Array.from(order, (at) => a[at * size + at] ?? 0), vectors }
}

function besideDiagonal(a: Float64Array, size: number): number {
  let sum = 0
  for (let row = 0; row < size; row++)
    for (let column = row + 1; column < size; column++) sum += (a[row * size + column] ?? 0) ** 2
  return 2 * sum
}

/** Turns two axes so that the number which joins them becomes 0. Both halves of the matrix are kept up to date. */
function rotate(a: Float64Array, v: Float64Array, size: number, one: number, other: number): void {
  const joint = a[one * size + other] ?? 0
  const [first, second] = [a[one * size + one] ?? 0, a[other * size + other] ?? 0]
  if (joint * joint <= 1e-32 * Math.abs(first * second) || joint === 0) return
  const slope = (second - first) / (2 * joint)
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  turnRows(a, { one: one * size, other: other * size, size, cosine, sine })
  for (let row = 0; row < size; row++) {
    const x = a[row * size + one] ?? 0
    const y = a[row * size + other] ?? 0
    a[row * size + one] = cosine * x - sine * y
    a[row * size + other] = sine * x + cosine * y
  }
  turnRows(v, { one: one * size, other: other * size, size, cosine, sine })
}

interface Turn {
  /** Where the two rows begin. */
  readonly one: number
  readonly other: number
  readonly size: number
  readonly cosine: number
  readonly sine: number
}

function turnRows(a: Float64Array, { one, other, size, cosine, sine }: Turn): void {
  for (let at = 0; at < size; at++) {
    const x = a[one + at] ?? 0
    const y = a[other + at] ?? 0
    a[one + at] = cosine * x - sine * y
    a[other + at] = sine * x + cosine * y
  }
}
