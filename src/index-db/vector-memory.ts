import { readFileSync } from 'node:fs'
import { webAssemblyCalls, type WebAssemblyCalls } from '../model/web-assembly-calls.ts'

const pageBytes = 65_536
/** Rows are as many bytes long as a multiple of this. */
export const rowUnit = 16

/** Compiled when it is first needed. */
let code: WebAssembly.Module | null = null

/** Bytes that WebAssembly compares vectors in, sixteen numbers at once: `kernel/nearness.ts`. All places are bytes. */
export class VectorMemory {
  readonly #memory = new WebAssembly.Memory({ initial: 1 })
  readonly #call: WebAssemblyCalls

  constructor() {
    code ??= new WebAssembly.Module(readFileSync(new URL('../../kernel/nearness.wasm', import.meta.url)))
    const instance = new WebAssembly.Instance(code, { env: { memory: this.#memory } })
    this.#call = webAssemblyCalls(instance, 'nearness.wasm')
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
  products({ given, rows, count, stride, to }: Places): void {
    this.#call('products', given, rows, count, stride, to)
  }

  /** The products of each of some rows of 8-bit numbers with each row before it, as 32-bit integers. */
  pairs({ rows, count, stride, to }: Omit<Places, 'given'>): void {
    this.#call('pairs', rows, count, stride, to)
  }

  /** In how many bits each of some rows differs from the one given, as 16-bit numbers. */
  differences({ given, rows, count, stride, to }: Places): void {
    this.#call('differences', given, rows, count, stride, to)
  }
}

interface Places {
  /** What the rows are compared with. */
  readonly given: number
  readonly rows: number
  readonly count: number
  readonly stride: number
  readonly to: number
}
