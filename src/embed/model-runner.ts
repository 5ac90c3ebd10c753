import type { InferenceSession } from 'onnxruntime-node'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { importRuntime } from './import-runtime.ts'
import type { Window } from './token-reader.ts'

/** A loaded model. */
export interface ModelRunner {
  /** One vector for each window, not normalised. */
  run(windows: readonly Window[]): Promise<readonly Float32Array[]>
  close(): Promise<void>
}

/** Loads an ONNX file that takes token ids and a mask, and returns vectors of tokens or of whole texts. */
export async function openModelRunner(
  file: string,
  { pooling, dimensions, name }: EmbeddingModel,
  padId: number,
): Promise<ModelRunner> {
  const { InferenceSession, Tensor } = await importRuntime()
  const session = await InferenceSession.create(file, {
    // The other cores are left to calls.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 4,
  })
  const output = outputOf(session)
  const feedsOf = (windows: readonly Window[], length: number) => {
    const shape = [windows.length, length]
    const fill = (value: (window: Window, index: number) => number) =>
      new Tensor('int64', toCells(windows, length, value), shape)
    const feeds = {
      input_ids: fill((window, index) => window[index] ?? padId),
      attention_mask: fill((window, index) => (index < window.length ? 1 : 0)),
      token_type_ids: fill(() => 0),
    }
    return Object.fromEntries(Object.entries(feeds).filter(([key]) => session.inputNames.includes(key)))
  }
  return {
    async run(windows) {
      const length = Math.max(1, ...windows.map((window) => window.length))
      const result = (await session.run(feedsOf(windows, length), [output]))[output]
      if (!(result?.data instanceof Float32Array)) throw noVectors(name)
      const lengths = windows.map((window) => window.length)
      const vectors = poolTokens(result.data, result.dims, lengths, pooling)
      if (vectors.some((vector) => vector.length !== dimensions)) throw noVectors(name)
      return vectors
    },
    close: () => session.release(),
  }
}

/** The one vector of each text, of which the output has one, or one for each of its tokens; `lengths` are without padding. */
function poolTokens(
  data: Float32Array,
  shape: readonly number[],
  lengths: readonly number[],
  pooling: EmbeddingModel['pooling'],
): readonly Float32Array[] {
  const width = shape.at(-1) ?? 0
  const tokens = shape.length === 3 ? (shape[1] ?? 1) : 1
  return lengths.map((length, text) => {
    const start = text * tokens * width
    if (pooling !== 'mean' || tokens === 1) return data.slice(start, start + width)
    const mean = new Float32Array(width)
    for (let index = 0; index < length * width; index++)
      mean[index % width] = (mean[index % width] ?? 0) + (data[start + index] ?? 0) / length
    return mean
  })
}

/** Exports name it differently; the token vectors come first. */
function outputOf({ outputNames }: InferenceSession): string {
  const known = ['last_hidden_state', 'token_embeddings', 'sentence_embedding']
  return known.find((name) => outputNames.includes(name)) ?? outputNames[0] ?? ''
}

function toCells(
  windows: readonly Window[],
  length: number,
  value: (window: Window, index: number) => number,
): BigInt64Array {
  const cells = new BigInt64Array(windows.length * length)
  windows.forEach((window, row) => {
    for (let index = 0; index < length; index++) cells[row * length + index] = BigInt(value(window, index))
  })
  return cells
}

function noVectors(name: string): EmbedderFailure {
  return new EmbedderFailure(`The model ${name} does not give the vectors that its description promises.`, {
    kind: 'choose-model',
    first: 'Check `dimensions` and `pooling` in its flint-model.json, or',
  })
}
