import { release } from './release.ts'

/** The eigenvalues of a symmetric matrix, the largest first, and their vectors, one row each. */
export interface Eigen {
  readonly values: Float64Array
  readonly vectors: Float64Array
}

/** A matrix with numbers on the diagonal and beside it alone. */
interface Tridiagonal {
  readonly diagonal: Float64Array
  /** The last is 0: it has no neighbour. */
  readonly beside: Float64Array
}

/** Two or three are enough. */
const mostSteps = 60

/**
 * Decomposes a symmetric matrix of this size, given row by row, and uses it up: Householder's reflections make it
 * tridiagonal, and rotations with implicit shifts (QL) make that diagonal.
 *
 *     symmetricEigen(Float64Array.of(2, 1, 1, 2), 2).values   // 3, 1
 */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  const turned = new Float64Array(size * size)
  for (let at = 0; at < size; at++) turned[at * size + at] = 1
  const { diagonal, beside } = tridiagonalise(matrix, turned, size)
  release(matrix)
  for (let at = 0; at < size; at++) {
    for (let step = 0, end = nextZero(diagonal, beside, at); end > at && step < mostSteps; step++) {
      chase(diagonal, beside, turned, at, end)
      end = nextZero(diagonal, beside, at)
    }
  }
  const order = Array.from(diagonal.keys()).sort(
    (one, other) => (diagonal[other] ?? 0) - (diagonal[one] ?? 0),
  )
  const vectors = new Float64Array(size * size)
  order.forEach((from, to) => {
    vectors.set(turned.subarray(from * size, (from + 1) * size), to * size)
  })
  release(turned)
  return { values: Float64Array.from(order, (at) => diagonal[at] ?? 0), vectors }
}

/** Reflects the matrix, and the rows of `turned` with it, until nothing is left farther from the diagonal than beside it. */
function tridiagonalise(a: Float64Array, turned: Float64Array, size: number): Tridiagonal {
  const beside = new Float64Array(size)
  const mirror = new Float64Array(size)
  const product = new Float64Array(size)
  for (let column = 0; column < size - 1; column++) {
    const first = column + 1
    let most = 0
    for (let row = first; row < size; row++) most = Math.max(most, Math.abs(a[row * size + column] ?? 0))
    const head = a[first * size + column] ?? 0
    // The squares of what is very small would be 0.
    let square = 0
    for (let row = first; row < size; row++)
      square += (mirror[row] = most === 0 ? 0 : (a[row * size + column] ?? 0) / most) ** 2
    const scaled = mirror[first] ?? 0
    // Nothing is to be removed where only the first number is not 0.
    if (square === scaled * scaled) {
      beside[column] = head
      continue
    }
    const length = head < 0 ? Math.sqrt(square) : -Math.sqrt(square)
    beside[column] = length * most
    mirror[first] = scaled - length
    const factor = 1 / (square - scaled * length)
    reflectBoth(a, mirror, product, { first, size, factor })
    reflectRows(turned, mirror, product, { first, size, factor })
  }
  return { diagonal: Float64Array.from(beside, (_, at) => a[at * size + at] ?? 0), beside }
}

interface Reflection {
  /** The mirror is 0 before. */
  readonly first: number
  readonly size: number
  /** 2 over the square of the mirror's length. */
  readonly factor: number
}

/** Reflects rows and columns of a symmetric matrix. */
function reflectBoth(
  a: Float64Array,
  mirror: Float64Array,
  product: Float64Array,
  { first, size, factor }: Reflection,
): void {
  let along = 0
  for (let row = first; row < size; row++) {
    let sum = 0
    for (let column = first; column < size; column++)
      sum += (a[row * size + column] ?? 0) * (mirror[column] ?? 0)
    product[row] = factor * sum
    along += factor * sum * (mirror[row] ?? 0)
  }
  for (let row = first; row < size; row++)
    product[row] = (product[row] ?? 0) - 0.5 * factor * along * (mirror[row] ?? 0)
  for (let row = first; row < size; row++) {
    const [one, other] = [mirror[row] ?? 0, product[row] ?? 0]
    for (let column = first; column < size; column++)
      a[row * size + column] =
        (a[row * size + column] ?? 0) - one * (product[column] ?? 0) - other * (mirror[column] ?? 0)
  }
}

function reflectRows(
  rows: Float64Array,
  mirror: Float64Array,
  product: Float64Array,
  { first, size, factor }: Reflection,
): void {
  product.fill(0)
  for (let row = first; row < size; row++)
    for (let at = 0; at < size; at++)
      product[at] = (product[at] ?? 0) + factor * (mirror[row] ?? 0) * (rows[row * size + at] ?? 0)
  for (let row = first; row < size; row++)
    for (let at = 0; at < size; at++)
      rows[row * size + at] = (rows[row * size + at] ?? 0) - (mirror[row] ?? 0) * (product[at] ?? 0)
}

/** The first place from there on where nothing beside the diagonal joins what follows. */
function nextZero(diagonal: Float64Array, beside: Float64Array, from: number): number {
  for (let at = from; at < diagonal.length - 1; at++) {
    const near = Math.abs(diagonal[at] ?? 0) + Math.abs(diagonal[at + 1] ?? 0)
    if (near + Math.abs(beside[at] ?? 0) === near) return at
  }
  return diagonal.length - 1
}

/** One step of QL with an implicit shift: makes the number beside the first place of a block much smaller. */
function chase(d: Float64Array, e: Float64Array, turned: Float64Array, start: number, end: number): void {
  const size = d.length
  const first = d[start] ?? 0
  const slope = ((d[start + 1] ?? 0) - first) / (2 * (e[start] ?? 0))
  const root = Math.hypot(slope, 1)
  let g = (d[end] ?? 0) - first + (e[start] ?? 0) / (slope + (slope < 0 ? -root : root))
  let [sine, cosine, shift] = [1, 1, 0]
  for (let at = end - 1; at >= start; at--) {
    const f = sine * (e[at] ?? 0)
    const b = cosine * (e[at] ?? 0)
    const length = Math.hypot(f, g)
    e[at + 1] = length
    if (length === 0) {
      d[at + 1] = (d[at + 1] ?? 0) - shift
      e[end] = 0
      return
    }
    sine = f / length
    cosine = g / length
    g = (d[at + 1] ?? 0) - shift
    const r = ((d[at] ?? 0) - g) * sine + 2 * cosine * b
    shift = sine * r
    d[at + 1] = g + shift
    g = cosine * r - b
    turnRows(turned, at * size, { size, cosine, sine })
  }
  d[start] = first - shift
  e[start] = g
  e[end] = 0
}

/** Turns a row, and the one behind it. */
function turnRows(
  rows: Float64Array,
  one: number,
  { size, cosine, sine }: { readonly size: number; readonly cosine: number; readonly sine: number },
): void {
  const other = one + size
  for (let at = 0; at < size; at++) {
    const x = rows[one + at] ?? 0
    const y = rows[other + at] ?? 0
    rows[one + at] = cosine * x - sine * y
    rows[other + at] = sine * x + cosine * y
  }
}
