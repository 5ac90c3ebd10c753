import { KernelMemory } from '../../own-files/kernel-memory.ts'

/** Bytes that WebAssembly makes and reads a vault's own model in: `kernel/own-model.ts`. */
export class OwnMemory extends KernelMemory {
  #end = 0

  constructor() {
    super('own-model')
  }

  /** Where so many more bytes begin, all of them 0, behind those that were taken before. Views are good until then. */
  take(bytes: number): number {
    const start = this.#end
    this.#end += Math.ceil(bytes / 16) * 16
    this.reserve(this.#end)
    return start
  }
}
