import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export interface Weight {
  readonly shape: readonly number[]
  readonly data: Float32Array
}

/** The weights of a model in the format of TensorFlow.js, by name. */
export type Weights = (name: string) => Weight

const manifest = z.object({
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.int()), dtype: z.enum(['float32', 'int32']) }),
      ),
    }),
  ),
})

/** Reads `model.json` and its shards from a folder. */
export async function readWeights(folder: string): Promise<Weights> {
  const { weightsManifest } = manifest.parse(JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')))
  const found = new Map<string, Weight>()
  for (const { paths, weights } of weightsManifest) {
    const bytes = Buffer.concat(await Promise.all(paths.map((path) => readFile(join(folder, path)))))
    let offset = 0
    for (const { name, shape, dtype } of weights) {
      const end = offset + 4 * shape.reduce((product, length) => product * length, 1)
      if (end > bytes.length) throw new Error(`${name} lies beyond the end of its shards.`)
      // A copy of its own begins where a Float32Array may begin.
      const own = Uint8Array.from(bytes.subarray(offset, end))
      if (dtype === 'float32') found.set(name, { shape, data: new Float32Array(own.buffer) })
      offset = end
    }
  }
  return (name) => {
    const weight = found.get(name)
    if (weight === undefined) throw new Error(`The model has no weight ${name}.`)
    return weight
  }
}
