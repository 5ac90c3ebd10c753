import type { Embedder } from './embedder.ts'

export interface OpenEmbedderOptions {
  /** Where downloaded models are. */
  readonly modelFolder: string
  /** A model's id, the absolute path of a folder with one, or `none`; null is the embedded model. */
  readonly model: string | null
}

/** `notice` says what is not as the settings ask for, such as another model standing in for one that is not here. */
export type OpenedEmbedder =
  | { readonly kind: 'ready'; readonly embedder: Embedder; readonly notice: string | null }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly hint: string }
