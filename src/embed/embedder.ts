import type { EmbeddingModel } from '../model/embedding-model.ts'

export type TextKind = 'query' | 'passage'

/** Turns text into vectors, off the event loop. */
export interface Embedder {
  readonly model: EmbeddingModel
  /** Tokens of a text, without prompts: exact for the embedded model, an upper estimate for others. */
  countTokens(text: string): number
  /**
   * One vector of length 1 for each text, in order, even for one without words. The model's prompt for this kind is put
   * before each text. Queries go before waiting passages. Fails with an `EmbedderFailure` when the model cannot be run:
   * keyword search goes on without it.
   */
  embed(texts: readonly string[], kind: TextKind): Promise<readonly Float32Array[]>
  /** Ends the thread. What still waits fails. */
  close(): Promise<void>
}
