import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  embeddedModel,
  embeddedModelFolder,
  modelFileName,
  vocabularyFileName,
} from '../../src/embed/embedded-model.ts'
import { type ModelRunner, openModelRunner } from '../../src/embed/model-runner.ts'
import { readVocabulary } from '../../src/embed/unigram-tokenizer.ts'
import type { Window } from '../../src/embed/token-reader.ts'
import { UnigramTokenizer } from '../../src/embed/unigram-tokenizer.ts'
import { openUseLite } from '../../src/embed/use-lite-runner.ts'
import { withFolder } from '../support/with-folder.ts'
import { useLiteOnnx } from './use-lite-folder.ts'

/** Every 64th number of what the original model gives for these texts, by its own package on TensorFlow.js. */
const originals: Readonly<Record<string, readonly number[]>> = {
  'Sow the tomatoes in March.': [-0.05786, -0.06269, -0.03463, 0.0404, -0.05568, -0.0654, -0.06082, 0.02188],
  'How do I renew a passport?': [-0.03135, -0.04018, -0.01444, 0.05192, -0.01205, 0.05633, 0.04583, 0.02498],
  'Café naïve — “quotes” & 42%': [0.04142, 0.02045, 0.05771, 0.01938, 0.01059, -0.06274, 0.03284, 0.04061],
}

async function windowsOf(texts: readonly string[]): Promise<readonly Window[]> {
  const vocabulary = readVocabulary(await readFile(join(embeddedModelFolder, vocabularyFileName), 'utf8'))
  const tokenizer = new UnigramTokenizer(vocabulary)
  return texts.map((text) => tokenizer.encode(text).slice(0, embeddedModel.maxTokens))
}

async function vectorsOf(runner: ModelRunner, windows: readonly Window[]): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (const window of windows) vectors.push(...(await runner.run([window])))
  await runner.close()
  return vectors
}

/** By ONNX Runtime, in full precision. */
async function exactVectors(windows: readonly Window[]): Promise<readonly Float32Array[]> {
  let vectors: readonly Float32Array[] = []
  await withFolder({}, async (folder) => {
    await writeFile(join(folder, 'model.onnx'), await useLiteOnnx('float'))
    vectors = await vectorsOf(await openModelRunner(join(folder, 'model.onnx'), embeddedModel, 0), windows)
  })
  return vectors
}

const openOwn = () => openUseLite(join(embeddedModelFolder, modelFileName))

test('the graph in full precision is the original model', async () => {
  const vectors = await exactVectors(await windowsOf(Object.keys(originals)))
  for (const [index, numbers] of Object.values(originals).entries()) {
    const ours = [...vectors[index]!].filter((_, place) => place % 64 === 0)
    ours.forEach((value, place) => {
      expect(value).toBeCloseTo(numbers[place]!, 4)
    })
  }
})

test('the embedded model, rounded to 8 bits, hardly turns a vector of the original, however long the text', async () => {
  const text = await readFile(new URL('../../docs/models.md', import.meta.url), 'utf8')
  const paragraphs = text.split('\n\n').filter((part) => /^[A-Z]/.test(part))
  const windows = [
    ...(await windowsOf([...Object.keys(originals), 'a', ...paragraphs])),
    ...[1, 7, 8, 9, 128].map((length) => Array.from({ length }, (_, at) => 6 + ((at * 131) % 7_000))),
  ]
  const exact = await exactVectors(windows)
  const own = await vectorsOf(await openOwn(), windows)
  const cosines = exact.map((vector, index) =>
    vector.reduce((sum, value, place) => sum + value * own[index]![place]!, 0),
  )
  expect(Math.min(...cosines)).toBeGreaterThan(0.997)
  expect(cosines.reduce((sum, value) => sum + value, 0) / cosines.length).toBeGreaterThan(0.998)
})

test('what is embedded beside a text does not change its vector', async () => {
  const long = Array.from({ length: 128 }, (_, index) => index + 6)
  const runner = await openOwn()
  const [alone] = await runner.run([[211, 202, 9]])
  const [, filled] = await runner.run([long, [211, 202, 9], long])
  expect(filled).toEqual(alone)
})

test('a model whose weights are cut off is not run', () =>
  withFolder({}, async (folder) => {
    await writeFile(join(folder, modelFileName), 'cut')
    await writeFile(join(folder, 'kernel.wasm'), '')
    await expect(openUseLite(join(folder, modelFileName))).rejects.toThrow('bytes instead of')
  }))
