import type { EmbeddingModel } from '../model/embedding-model.ts'

export type TextKind = 'query' | 'passage'

/** Turns text into vectors, off the event loop. */
export interface Embedder {
  readonly model: EmbeddingModel
  /** Tokens that a text takes, without prompts: exact for the embedded model, an estimate from above for others. */
  countTokens(text: string): number
  /**
   * One vector of length 1 for each text, in order, also for one without words. The model's prompt for this kind is put
   * before each text. Queries go before passages that wait. Fails with an `EmbedderFailure` when the
   * model cannot be run (any more): keyword search goes on without it.
   */
  embed(texts: readonly string[], kind: TextKind): Promise<readonly Float32Array[]>
  /** Ends the thread. What still waits fails. */
  close(): Promise<void>
}
