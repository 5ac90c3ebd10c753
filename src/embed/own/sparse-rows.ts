/** A matrix of which most numbers are 0, read row by row, many times over. */
export interface SparseRows {
  readonly rows: number
  readonly columns: number
  /** No row has more entries. */
  readonly longest: number
  /** Writes down where the entries of a row are and what they are; how many. */
  readonly read: (row: number, places: Uint32Array, values: Float32Array) => number
}
