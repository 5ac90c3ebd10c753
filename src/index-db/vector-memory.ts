import { readFileSync } from 'node:fs'

const pageBytes = 65_536
/** Rows are as many bytes long as a multiple of this. */
export const rowUnit = 16

/** Compiled when it is first needed. */
let code: WebAssembly.Module | null = null

/** Bytes that WebAssembly compares vectors in, sixteen numbers at once: `kernel/nearness.ts`. All places are bytes. */
export class VectorMemory {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #call: (name: string, ...numbers: readonly number[]) => void

  constructor() {
    code ??= new WebAssembly.Module(readFileSync(new URL('../../kernel/nearness.wasm', import.meta.url)))
    const { exports } = new WebAssembly.Instance(code, { env: { memory: this.#memory } })
    this.#call = (name, ...numbers) => {
      const call = exports[name]
      if (typeof call !== 'function') throw new Error(`nearness.wasm has no ${name}.`)
      Reflect.apply(call, undefined, numbers)
    }
  }

  /** Views of it are good until it grows. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /** Has room for so many bytes from now on; what is there stays. */
  reserve(bytes: number): void {
    const pages = Math.ceil((bytes - this.buffer.byteLength) / pageBytes)
    if (pages > 0) this.#memory.grow(pages)
  }

  /** The product of a vector of 32-bit reals with each of some rows of 8-bit numbers, as 32-bit reals. */
  products(places: Places): void {
    this.#run('products', places)
  }

  /** In how many bits each of some rows differs from the one given, as 16-bit numbers. */
  differences(places: Places): void {
    this.#run('differences', places)
  }

  #run(name: string, { given, rows, count, stride, to }: Places): void {
    this.#call(name, given, rows, count, stride, to)
  }
}

interface Places {
  readonly given: number
  readonly rows: number
  readonly count: number
  readonly stride: number
  readonly to: number
}
