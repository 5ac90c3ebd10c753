// Makes dist/kernel/nearness.wasm, which compares vectors, when it is missing or stale.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileKernel } from './compile-kernel.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const source = 'kernel/nearness.ts'
const sources = [source, 'scripts/compile-kernel.mjs']
const target = 'dist/kernel/nearness.wasm'

const isOlder = (file) => statSync(target).mtimeMs < statSync(file).mtimeMs

if (!existsSync(target) || sources.some(isOlder)) {
  mkdirSync('dist/kernel', { recursive: true })
  writeFileSync(target, await compileKernel(source, 'simd'))
}
