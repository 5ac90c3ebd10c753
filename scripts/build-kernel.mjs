// Makes the files of dist/kernel, which compare vectors and make a vault's own model, where one is missing or stale.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileKernel } from './compile-kernel.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

for (const name of ['nearness', 'own-model']) {
  const source = `kernel/${name}.ts`
  const target = `dist/kernel/${name}.wasm`
  const isOlder = (file) => statSync(target).mtimeMs < statSync(file).mtimeMs
  if (!existsSync(target) || [source, 'scripts/compile-kernel.mjs'].some(isOlder)) {
    mkdirSync('dist/kernel', { recursive: true })
    writeFileSync(target, await compileKernel(source, 'simd'))
  }
}
