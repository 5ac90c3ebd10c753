/** A graph to lay out. */
export interface LayoutOrder {
  /** x and y of each node, where it begins. */
  readonly start: Float32Array
  /** Pairs of indexes of nodes. */
  readonly edges: Uint32Array
  readonly iterations: number
  readonly mostMs: number
}

/** The places so far: now and then while it lasts, and at the end. */
export interface LayoutAnswer {
  readonly places: Float32Array
  readonly isDone: boolean
}
