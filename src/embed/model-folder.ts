import { createHash } from 'node:crypto'
import { open, readFile, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import { hasCode, messageOf } from '../model/error-code.ts'

/** A model in Hugging Face's format, as its own files describe it. */
export interface ModelFolder {
  readonly model: EmbeddingModel
  readonly onnxFile: string
  readonly padId: number
}

export type ModelFolderReading =
  { readonly kind: 'model'; readonly found: ModelFolder } | { readonly kind: 'none'; readonly reason: string }

/** A person's description of a model, where its own files say nothing or are wrong. */
export const descriptionFileName = 'flint-model.json'

const description = z.strictObject({
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).optional(),
  dimensions: z.int().min(1).max(8192).optional(),
  max_tokens: z.int().min(8).max(8192).optional(),
  pooling: z.enum(['cls', 'mean', 'none']).optional(),
  query_prompt: z.string().optional(),
  passage_prompt: z.string().optional(),
  licence: z.string().optional(),
  languages: z.string().optional(),
  // The rule is always a blend by now; `rrf` is from before.
  fusion: z
    .strictObject({ rule: z.enum(['blend', 'rrf']).optional(), keyword_weight: z.number().min(0).max(1) })
    .optional(),
})

const config = z.object({
  hidden_size: z.int().optional(),
  n_embd: z.int().optional(),
  dim: z.int().optional(),
  pad_token_id: z.int().nullable().optional(),
})
const tokenizerConfig = z.object({ model_max_length: z.number().optional() })
const pooling = z.object({
  word_embedding_dimension: z.int().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
})
const sentences = z.object({ prompts: z.record(z.string(), z.string()).optional() })

const onnxFiles = [
  'model_optimized.onnx',
  'model.onnx',
  'onnx/model.onnx',
  'model_quantized.onnx',
  'onnx/model_quantized.onnx',
]
const mostTokens = 256
// Far more than any model's own description.
const mostJsonBytes = 10_000_000

/** Reads the description of the model in a folder. What is missing or wrong is a sentence, never an exception. */
export async function readModelFolder(folder: string): Promise<ModelFolderReading> {
  try {
    return { kind: 'model', found: await readFolder(folder) }
  } catch (error) {
    const why = messageOf(error)
    return { kind: 'none', reason: `There is no usable model in ${folder}: ${why.trim()}` }
  }
}

async function readFolder(folder: string): Promise<ModelFolder> {
  const onnxFile = await findOnnxFile(folder)
  if (!(await readdir(folder)).includes('tokenizer.json')) throw new Error('it has no tokenizer.json.')
  const own = await readJson(join(folder, descriptionFileName), description)
  const shape = await readJson(join(folder, 'config.json'), config)
  const tokens = await readJson(join(folder, 'tokenizer_config.json'), tokenizerConfig)
  const pool = await readJson(join(folder, '1_Pooling', 'config.json'), pooling)
  const { prompts = {} } = await readJson(join(folder, 'config_sentence_transformers.json'), sentences)
  const dimensions =
    own.dimensions ?? pool.word_embedding_dimension ?? shape.hidden_size ?? shape.n_embd ?? shape.dim
  if (dimensions === undefined)
    throw new Error(
      `config.json does not say hidden_size; write {"dimensions": N} to ${descriptionFileName}.`,
    )
  const onnxPath = join(folder, onnxFile)
  const { size } = await stat(onnxPath)
  const described = {
    dimensions,
    maxTokens: own.max_tokens ?? Math.min(mostTokens, tokens.model_max_length ?? mostTokens),
    pooling: own.pooling ?? (pool.pooling_mode_mean_tokens === true ? 'mean' : 'cls'),
    queryPrompt: own.query_prompt ?? prompts['query'] ?? '',
    passagePrompt: own.passage_prompt ?? prompts['document'] ?? prompts['passage'] ?? '',
  } as const
  const name = own.name ?? basename(folder)
  return {
    onnxFile,
    padId: shape.pad_token_id ?? 0,
    model: {
      id: own.id ?? `${slug(name)}-${await fingerprint(onnxPath, size, JSON.stringify(described))}`,
      name,
      ...described,
      licence: own.licence ?? 'not said',
      sizeMb: Math.round(size / 1e6),
      languages: own.languages ?? 'not said',
      keywordWeight: own.fusion?.keyword_weight ?? 0.5,
    },
  }
}

async function findOnnxFile(folder: string): Promise<string> {
  const below = await readdir(join(folder, 'onnx')).catch(() => [])
  const there = new Set([...(await readdir(folder)), ...below.map((name) => `onnx/${name}`)])
  const known = onnxFiles.find((path) => there.has(path))
  const others = [...there].filter((path) => path.endsWith('.onnx'))
  const found = known ?? (others.length === 1 ? others[0] : undefined)
  if (found !== undefined) return found
  throw new Error(
    others.length === 0
      ? 'it has no .onnx file.'
      : 'it has several .onnx files and none is called model.onnx.',
  )
}

/** A missing file has no values. */
async function readJson<Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.output<Shape>> {
  const found = await stat(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (found !== null && !(found.isFile() && found.size <= mostJsonBytes))
    throw new Error(`${basename(file)} is no file of at most ${mostJsonBytes / 1e6} MB.`)
  const text = found === null ? '{}' : await readFile(file, 'utf8')
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${basename(file)} cannot be read: ${why}`, { cause: error })
  }
}

/** Other weights, or the same ones read differently, are another model: their vectors do not mix. */
async function fingerprint(file: string, size: number, described: string): Promise<string> {
  const hash = createHash('sha256').update(`${size} ${described}`)
  const ends = 65_536
  const handle = await open(file)
  try {
    for (const position of [0, Math.max(0, size - ends)]) {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(ends), position })
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
  return hash.digest('hex').slice(0, 8)
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'model'
  )
}
