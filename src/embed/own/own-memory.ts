import { readFileSync } from 'node:fs'
import { webAssemblyCalls, type WebAssemblyCalls } from '../../model/web-assembly-calls.ts'

const pageBytes = 65_536

/** Compiled when it is first needed. */
let code: WebAssembly.Module | null = null

/** Bytes that WebAssembly makes and reads a vault's own model in: `kernel/own-model.ts`. */
export class OwnMemory {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly call: WebAssemblyCalls
  #end = 0

  constructor() {
    const file = 'own-model.wasm'
    code ??= new WebAssembly.Module(readFileSync(new URL('../../../kernel/own-model.wasm', import.meta.url)))
    this.call = webAssemblyCalls(new WebAssembly.Instance(code, { env: { memory: this.#memory } }), file)
  }

  /** Views of it are good until more is taken. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /** Where so many more bytes begin, all of them 0, behind those that were taken before. */
  take(bytes: number): number {
    const start = this.#end
    this.#end += Math.ceil(bytes / 16) * 16
    const pages = Math.ceil((this.#end - this.buffer.byteLength) / pageBytes)
    if (pages > 0) this.#memory.grow(pages)
    return start
  }
}
