import type { EmbeddingModel } from '../model/embedding-model.ts'

/** What a model gives: for each text one vector, or one for each of its tokens. */
export interface ModelOutput {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

/** The one vector of each text. `lengths` are the tokens of each, without what fills up the batch. */
export function poolTokens(
  { data, shape }: ModelOutput,
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
