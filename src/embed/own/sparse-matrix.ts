/** A matrix of which most numbers are 0: the others, row after row. */
export interface SparseMatrix {
  readonly rows: number
  readonly columns: number
  /** Where each row begins among the entries, and the end of the last. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly values: Float32Array
}

/** One row of the matrix times a dense matrix with rows as wide as `into`. */
export function rowTimes(matrix: SparseMatrix, row: number, dense: Float32Array, into: Float32Array): void {
  const { starts, places, values } = matrix
  const width = into.length
  into.fill(0)
  const end = starts[row + 1] ?? 0
  let entry = starts[row] ?? 0
  // Four at once: what was added up is read and written a quarter as often.
  for (; entry + 3 < end; entry += 4) {
    const [a, b] = [(places[entry] ?? 0) * width, (places[entry + 1] ?? 0) * width]
    const [c, d] = [(places[entry + 2] ?? 0) * width, (places[entry + 3] ?? 0) * width]
    const [p, q] = [values[entry] ?? 0, values[entry + 1] ?? 0]
    const [r, s] = [values[entry + 2] ?? 0, values[entry + 3] ?? 0]
    for (let at = 0; at < width; at++)
      into[at] =
        (into[at] ?? 0) +
        p * (dense[a + at] ?? 0) +
        q * (dense[b + at] ?? 0) +
        r * (dense[c + at] ?? 0) +
        s * (dense[d + at] ?? 0)
  }
  for (; entry < end; entry++) {
    const from = (places[entry] ?? 0) * width
    const value = values[entry] ?? 0
    for (let at = 0; at < width; at++) into[at] = (into[at] ?? 0) + value * (dense[from + at] ?? 0)
  }
}

/** Adds the outer product of one row of the matrix and a vector to a dense matrix. */
export function addRowOuter(
  { starts, places, values }: SparseMatrix,
  row: number,
  vector: Float32Array,
  dense: Float32Array,
): void {
  const width = vector.length
  const end = starts[row + 1] ?? 0
  for (let entry = starts[row] ?? 0; entry < end; entry++) {
    const to = (places[entry] ?? 0) * width
    const value = values[entry] ?? 0
    for (let at = 0; at < width; at++) dense[to + at] = (dense[to + at] ?? 0) + value * (vector[at] ?? 0)
  }
}
