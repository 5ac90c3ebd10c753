/** A vector with the hash of what was embedded. */
export interface HashedVector {
  readonly hash: string
  readonly vector: Float32Array
}

/**
 * Vectors by their content, outside any index: asked before something is embedded and told after, so that who indexes a
 * vault anew embeds nothing twice. It may forget; a server on its own has none, as its index keeps them, unless another index was put aside.
 */
export interface VectorCache {
  /** Those that are kept, of a model by its id, in any order. */
  find(model: string, hashes: readonly string[]): Promise<readonly HashedVector[]>
  keep(model: string, vectors: readonly HashedVector[]): Promise<void>
  /** Every passage of a vault has its vector in the index. */
  settled?(): void
}
