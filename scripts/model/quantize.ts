/** Whole numbers from -127 to 127 and what to multiply them with. */
export interface Quantized {
  readonly values: Int8Array
  readonly scales: Float32Array
}

/** One scale for each column of a matrix with this many columns: the output channels of a layer. */
export function quantizeColumns(matrix: Float32Array, columns: number): Quantized {
  return quantize(matrix, columns, (index) => index % columns)
}

/** One scale for each row of a matrix with this many rows: the entries of a vocabulary. */
export function quantizeRows(matrix: Float32Array, rows: number): Quantized {
  const length = matrix.length / rows
  return quantize(matrix, rows, (index) => Math.floor(index / length))
}

function quantize(matrix: Float32Array, groups: number, groupOf: (index: number) => number): Quantized {
  const largest = new Float32Array(groups)
  matrix.forEach((value, index) => {
    const group = groupOf(index)
    largest[group] = Math.max(largest[group] ?? 0, Math.abs(value))
  })
  // A row of zeros stays one: any scale will do.
  const scales = largest.map((value) => (value === 0 ? 1 : value / 127))
  const values = Int8Array.from(matrix, (value, index) => Math.round(value / (scales[groupOf(index)] ?? 1)))
  return { values, scales }
}
