import { fileURLToPath } from 'node:url'
import type { EmbeddingModel } from '../model/embedding-model.ts'

/** The model that comes with flint: Universal Sentence Encoder lite, made by `npm run build`. */
export const embeddedModel: EmbeddingModel = {
  id: 'use-lite-en-v1',
  name: 'Universal Sentence Encoder lite',
  dimensions: 512,
  maxTokens: 128,
  pooling: 'none',
  queryPrompt: '',
  passagePrompt: '',
  licence: 'Apache-2.0',
  sizeMb: 7,
  languages: 'English',
  // A weak retriever: it adds meaning to what words find.
  keywordWeight: 0.7,
}

/** Where the build puts it, beside the compiled sources. */
export const embeddedModelFolder = fileURLToPath(new URL('../../models/use-lite', import.meta.url))

export const modelFileName = 'model.bin'
export const kernelFileName = 'kernel.wasm'
export const vocabularyFileName = 'vocabulary.json'
