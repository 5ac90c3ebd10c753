import type { Said } from '../model/advice.ts'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import type { TextKind } from './embedder.ts'

/** What the embedding thread is given at its start. */
export interface ThreadOptions {
  readonly model: EmbeddingModel
  /** Absolute path of the ONNX file. */
  readonly file: string
  readonly tokenizer:
    | { readonly kind: 'use-lite'; readonly file: string }
    | { readonly kind: 'folder'; readonly folder: string; readonly padId: number }
  /** SHA-256 of the ONNX file in hexadecimal; null when it is not known. */
  readonly sha256: string | null
}

export type ThreadRequest =
  | {
      readonly kind: 'embed'
      readonly id: number
      readonly texts: readonly string[]
      readonly textKind: TextKind
    }
  | { readonly kind: 'close' }

export type ThreadReply =
  /** The vectors, concatenated. */
  | { readonly kind: 'vectors'; readonly id: number; readonly vectors: Float32Array }
  /** `isFatal`: the model cannot be loaded, so asking again is useless. */
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly isFatal: boolean
      readonly reason: string
      readonly hint: Said
    }

export function readThreadOptions(value: unknown): ThreadOptions {
  if (isThreadOptions(value)) return value
  throw new TypeError('The embedding thread was started without its options.')
}

function isThreadOptions(value: unknown): value is ThreadOptions {
  return typeof value === 'object' && value !== null && 'model' in value && 'tokenizer' in value
}
