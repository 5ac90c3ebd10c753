import type { TokenReader, Window } from './token-reader.ts'

interface Part {
  readonly text: number
  readonly window: Window
}

// Two full windows of the embedded model: a larger batch is no faster, takes more memory, and makes searches wait.
const tokensPerBatch = 256
const windowsPerBatch = 32

/** Turns texts into windows, batching those of similar length so that little is padded. */
export class EmbedJob {
  readonly #count: number
  readonly #parts: readonly Part[]
  readonly #vectors: Float32Array[] = []
  #taken = 0

  static async begin(texts: readonly string[], read: TokenReader): Promise<EmbedJob> {
    const parts: Part[] = []
    for (const [text, content] of texts.entries())
      for (const window of await read(content)) parts.push({ text, window })
    parts.sort((one, other) => one.window.length - other.window.length)
    return new EmbedJob(texts.length, parts)
  }

  private constructor(count: number, parts: readonly Part[]) {
    this.#count = count
    this.#parts = parts
  }

  /** The windows to run now; null when there are no more. */
  nextBatch(): readonly Window[] | null {
    const rest = this.#parts.slice(this.#taken, this.#taken + windowsPerBatch)
    // The longest comes last, and all are padded to its length.
    const fitting = rest.filter(({ window }, index) => (index + 1) * window.length <= tokensPerBatch)
    const batch = fitting.length === 0 ? rest.slice(0, 1) : fitting
    this.#taken += batch.length
    return batch.length === 0 ? null : batch.map(({ window }) => window)
  }

  /** Takes the vectors of the last batch. */
  add(vectors: readonly Float32Array[]): void {
    this.#vectors.push(...vectors)
  }

  /** One vector for each text, concatenated: the mean of its windows. */
  vectors(dimensions: number): Float32Array<ArrayBuffer> {
    const windows = Array.from({ length: this.#count }, (): number[] => [])
    this.#parts.forEach(({ text }, index) => windows[text]?.push(index))
    const all = new Float32Array(this.#count * dimensions)
    windows.forEach((indexes, text) => {
      const mean = unitMean(
        indexes.flatMap((index) => this.#vectors[index] ?? []),
        indexes.map((index) => Math.max(1, this.#parts[index]?.window.length ?? 1)),
      )
      all.set(mean, text * dimensions)
    })
    return all
  }
}

/** The weighted mean of vectors, scaled to length 1. */
function unitMean(vectors: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  vectors.forEach((vector, which) => {
    const weight = weights[which] ?? 1
    for (let index = 0; index < sum.length; index++)
      sum[index] = (sum[index] ?? 0) + weight * (vector[index] ?? 0)
  })
  const length = Math.sqrt(sum.reduce((square, value) => square + value * value, 0))
  // Vectors that cancel out mean nothing, but must not cause a division by 0.
  if (length === 0) sum[0] = 1
  return length === 0 ? sum : sum.map((value) => value / length)
}
