import type { EmbeddingModel } from '../model/embedding-model.ts'
import { embeddedModel } from './embedded-model.ts'

/** A model that `flint models pull` can download. */
export interface DownloadableModel extends EmbeddingModel {
  readonly source: ModelSource
}

export type ModelSource =
  /** One `.tar.gz` with a folder in it. */
  | { readonly kind: 'archive'; readonly url: string }
  /** Files of a repository on a model hub: the path of each there, and its name here. */
  | { readonly kind: 'files'; readonly repository: string; readonly files: Readonly<Record<string, string>> }

const common = {
  // Twice as many take more than twice the time, and a section rarely needs them.
  maxTokens: 256,
  languages: 'English',
  keywordWeight: 0.5,
}
/** As BGE and those after it are asked. */
const likeBge = {
  ...common,
  pooling: 'cls',
  queryPrompt: 'Represent this sentence for searching relevant passages: ',
  passagePrompt: '',
} as const

export const downloadableModels: readonly DownloadableModel[] = [
  {
    ...likeBge,
    id: 'bge-small-en-v1.5',
    name: 'BGE small 1.5',
    dimensions: 384,
    licence: 'MIT',
    sizeMb: 67,
    source: archive('fast-bge-small-en-v1.5'),
  },
  {
    ...likeBge,
    id: 'bge-base-en-v1.5',
    name: 'BGE base 1.5',
    dimensions: 768,
    licence: 'MIT',
    sizeMb: 210,
    source: archive('fast-bge-base-en-v1.5'),
  },
  {
    ...likeBge,
    id: 'snowflake-arctic-embed-xs',
    name: 'Arctic Embed XS',
    dimensions: 384,
    licence: 'Apache-2.0',
    sizeMb: 90,
    source: repository('Snowflake/snowflake-arctic-embed-xs', 'onnx/model.onnx'),
  },
  {
    ...likeBge,
    id: 'snowflake-arctic-embed-s',
    name: 'Arctic Embed S',
    dimensions: 384,
    licence: 'Apache-2.0',
    sizeMb: 130,
    source: repository('Snowflake/snowflake-arctic-embed-s', 'onnx/model.onnx'),
  },
  {
    ...common,
    id: 'nomic-embed-text-v1.5',
    name: 'Nomic Embed Text 1.5, int8',
    dimensions: 768,
    pooling: 'mean',
    queryPrompt: 'search_query: ',
    passagePrompt: 'search_document: ',
    licence: 'Apache-2.0',
    sizeMb: 138,
    source: repository('nomic-ai/nomic-embed-text-v1.5', 'onnx/model_quantized.onnx'),
  },
  {
    ...common,
    id: 'all-minilm-l6-v2',
    name: 'MiniLM L6 2',
    dimensions: 384,
    pooling: 'mean',
    queryPrompt: '',
    passagePrompt: '',
    licence: 'Apache-2.0',
    sizeMb: 90,
    source: archive('sentence-transformers-all-MiniLM-L6-v2'),
  },
  {
    ...common,
    id: 'multilingual-e5-large',
    name: 'Multilingual E5 large',
    dimensions: 1024,
    pooling: 'mean',
    queryPrompt: 'query: ',
    passagePrompt: 'passage: ',
    licence: 'MIT',
    sizeMb: 2240,
    languages: 'about 100',
    source: archive('fast-multilingual-e5-large'),
  },
]

/** Every named model, the embedded one first. */
export const knownModels: readonly EmbeddingModel[] = [embeddedModel, ...downloadableModels]

/** The archives of fastembed's models. */
function archive(name: string): ModelSource {
  return { kind: 'archive', url: `https://storage.googleapis.com/qdrant-fastembed/${name}.tar.gz` }
}

function repository(name: string, onnxFile: string): ModelSource {
  return {
    kind: 'files',
    repository: name,
    files: {
      'config.json': 'config.json',
      'tokenizer.json': 'tokenizer.json',
      'tokenizer_config.json': 'tokenizer_config.json',
      'special_tokens_map.json': 'special_tokens_map.json',
      'model.onnx': onnxFile,
    },
  }
}
