// Makes dist/kernel/nearness.wasm, which compares vectors, when it is missing or stale.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileKernel } from './compile-kernel.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const source = 'kernel/nearness.ts'
const target = 'dist/kernel/nearness.wasm'

if (!existsSync(target) || statSync(target).mtimeMs < statSync(source).mtimeMs) {
  mkdirSync('dist/kernel', { recursive: true })
  writeFileSync(target, await compileKernel(source, 'simd'))
}
