import { readFileSync } from 'node:fs'
import { webAssemblyCalls, type WebAssemblyCalls } from '../model/web-assembly-calls.ts'

/** What `scripts/build-kernel.mjs` makes of the files in `kernel/`. */
export type Kernel = 'nearness' | 'own-model'

const pageBytes = 65_536
const folder = new URL('../../kernel/', import.meta.url)
/** Each is compiled when it is first needed. */
const compiled = new Map<Kernel, WebAssembly.Module>()

/** Bytes, and the WebAssembly that works on them. All places in it are bytes. Fails where its file is missing or damaged. */
export class KernelMemory {
  readonly call: WebAssemblyCalls
  readonly #memory = new WebAssembly.Memory({ initial: 1 })

  constructor(kernel: Kernel) {
    const file = `${kernel}.wasm`
    const code = compiled.get(kernel) ?? new WebAssembly.Module(readFileSync(new URL(file, folder)))
    compiled.set(kernel, code)
    this.call = webAssemblyCalls(new WebAssembly.Instance(code, { env: { memory: this.#memory } }), file)
  }

  /** Views of it are good until it grows. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /** Has room for so many bytes from now on; what is there stays, and what is new is 0. */
  reserve(bytes: number): void {
    const pages = Math.ceil((bytes - this.buffer.byteLength) / pageBytes)
    if (pages > 0) this.#memory.grow(pages)
  }
}
