import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Embedder } from '../../src/embed/embedder.ts'
import { openEmbedder } from '../../src/embed/open-embedder.ts'
import { withFolder } from '../support/with-folder.ts'
import { wordEmbedder } from '../support/word-embedder.ts'
import { writeUseLiteFolder } from './use-lite-folder.ts'

type With = (run: (embedder: Embedder) => Promise<void>) => Promise<void>

async function opened(model: string | null, run: (embedder: Embedder) => Promise<void>): Promise<void> {
  const result = await openEmbedder({ modelFolder: '/nowhere', model })
  if (result.kind === 'unavailable') throw new Error(`${result.reason} ${JSON.stringify(result.hint)}`)
  expect(result.notice).toBeNull()
  try {
    await run(result.embedder)
  } finally {
    await result.embedder.close()
  }
}

const embedders: Readonly<Record<string, With>> = {
  'the embedded model': (run) => opened(null, run),
  'a model in a folder': (run) =>
    withFolder({}, async (folder) => {
      await writeUseLiteFolder(join(folder, 'own'))
      await opened(join(folder, 'own'), run)
    }),
  'the bag of words for tests': async (run) => {
    await run(wordEmbedder())
  },
}

const texts = [
  'Sow the tomatoes in March.',
  'The printer wants a new cartridge.',
  '',
  '   \n ',
  '日本語のテキスト, ascii \u{1F331} and \u0000 and \uD800 alone',
  'word '.repeat(600),
]

describe.each(Object.entries(embedders))('%s', (_name, withEmbedder) => {
  test('gives one vector of length 1 for each text, whatever is in it', () =>
    withEmbedder(async (embedder) => {
      const vectors = await embedder.embed(texts, 'passage')
      expect(vectors).toHaveLength(texts.length)
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.model.dimensions)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
      }
      expect(await embedder.embed([], 'query')).toEqual([])
    }))

  test('keeps the order of the texts', () =>
    withEmbedder(async (embedder) => {
      const together = await embedder.embed(texts, 'passage')
      for (const [index, text] of texts.entries()) {
        const [alone] = await embedder.embed([text], 'passage')
        expect(cosine(together[index]!, alone!)).toBeGreaterThan(0.99)
      }
    }))

  test('puts what is alike near', () =>
    withEmbedder(async (embedder) => {
      const [question, near, far] = await embedder.embed(
        ['When to sow tomatoes?', 'Sow the tomatoes in March.', 'The printer wants a new cartridge.'],
        'passage',
      )
      expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!))
    }))

  test('counts tokens: none for nothing, more for more', () =>
    withEmbedder(async (embedder) => {
      expect(embedder.countTokens('')).toBe(0)
      expect(embedder.countTokens('Sow the tomatoes in March.')).toBeGreaterThanOrEqual(5)
      expect(embedder.countTokens('word '.repeat(600))).toBeGreaterThanOrEqual(600)
    }))

  test('answers many calls at once', () =>
    withEmbedder(async (embedder) => {
      const calls = Array.from({ length: 20 }, (_, index) =>
        embedder.embed([`text number ${index}`], index % 2 === 0 ? 'query' : 'passage'),
      )
      expect((await Promise.all(calls)).every(([vector]) => vector !== undefined)).toBe(true)
    }))

  test('is described whole', () =>
    withEmbedder(async ({ model }) => {
      expect(model.id).toMatch(/^[a-z0-9][a-z0-9.-]*$/)
      expect(model.dimensions).toBeGreaterThan(0)
      expect(model.maxTokens).toBeGreaterThan(0)
      expect(model.keywordWeight).toBeGreaterThanOrEqual(0)
      expect(model.keywordWeight).toBeLessThanOrEqual(1)
    }))

  test('closes twice', () =>
    withEmbedder(async (embedder) => {
      await embedder.embed(['a'], 'query')
      await embedder.close()
      await embedder.close()
    }))
})

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0)
}
