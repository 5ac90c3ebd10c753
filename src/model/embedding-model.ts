/** What is known of a model that turns text into vectors, without loading it. */
export interface EmbeddingModel {
  /** Kept in the index beside the vectors: it names these very weights and never changes its meaning. */
  readonly id: string
  readonly name: string
  readonly dimensions: number
  /** Longer texts lose meaning: chunks are sized to this. */
  readonly maxTokens: number
  /** How the vectors of the tokens become one: the first, their mean, or the model itself gives one. */
  readonly pooling: 'cls' | 'mean' | 'none'
  /** What the model wants to read before a question, and before a text that may answer it. */
  readonly queryPrompt: string
  readonly passagePrompt: string
  readonly licence: string
  /** On disk, in millions of bytes. */
  readonly sizeMb: number
  readonly languages: string
  /** The keywords' share in a blend of scores, 0 to 1: much for a weak model, which only moves what words have found. */
  readonly keywordWeight: number
}
