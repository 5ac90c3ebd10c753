/** A matrix of which most numbers are 0: the others, row after row. */
export interface SparseMatrix {
  readonly rows: number
  readonly columns: number
  /** Where each row begins among the entries, and the end of the last. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly values: Float32Array
}
