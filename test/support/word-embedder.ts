import { createHash } from 'node:crypto'
import type { Embedder } from '../../src/embed/embedder.ts'

export interface WordEmbedder extends Embedder {
  /** Every text that was embedded, in order. */
  readonly seen: readonly string[]
}

/**
 * An embedder for tests: a bag of words, each hashed to a direction. Texts that share words are near each other, and
 * nothing is loaded. Words listed together in `synonyms` count as one, so that a test can have meaning without words in
 * common.
 */
export function wordEmbedder(
  options: {
    readonly id?: string
    readonly dimensions?: number
    readonly synonyms?: readonly (readonly string[])[]
  } = {},
): WordEmbedder {
  const dimensions = options.dimensions ?? 64
  const seen: string[] = []
  const same = new Map(
    (options.synonyms ?? []).flatMap(([first = '', ...others]) => others.map((other) => [other, first])),
  )
  return {
    model: {
      id: options.id ?? 'words-test',
      name: 'Hashed words',
      dimensions,
      maxTokens: 128,
      pooling: 'none',
      queryPrompt: '',
      passagePrompt: '',
      licence: 'MIT',
      sizeMb: 0,
      languages: 'any',
      keywordWeight: 0.7,
    },
    seen,
    countTokens: (text) => wordsOf(text).length,
    async embed(texts) {
      seen.push(...texts)
      return texts.map((text) =>
        sumOf(
          wordsOf(text).map((word) => directionOf(same.get(word) ?? word, dimensions)),
          dimensions,
        ),
      )
    },
    close: () => Promise.resolve(),
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The same word has the same direction on every machine. */
function directionOf(word: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (let index = 0, block = Buffer.alloc(0); index < dimensions; index++) {
    if (index % 32 === 0) block = createHash('sha256').update(`${word}/${index}`).digest()
    vector[index] = (block[index % 32] ?? 0) - 127.5
  }
  return vector
}

function sumOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const vector of vectors) vector.forEach((value, index) => (sum[index] = (sum[index] ?? 0) + value))
  const length = Math.hypot(...sum)
  if (length === 0) sum[0] = 1
  return length === 0 ? sum : sum.map((value) => value / length)
}
