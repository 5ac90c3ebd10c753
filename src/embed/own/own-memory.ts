import { KernelMemory } from '../../own-files/kernel-memory.ts'

/** Bytes that WebAssembly makes and reads a vault's own model in: `kernel/own-model.ts`. */
export class OwnMemory extends KernelMemory {
  #end = 0
  /** How far it was ever taken. */
  #used = 0

  constructor() {
    super('own-model')
  }

  /** Where so many more bytes begin, all of them 0, behind those that were taken before. Views are good until then. */
  take(bytes: number): number {
    const start = this.#end
    this.#end = inBlocks(start + bytes)
    this.reserve(this.#end)
    new Uint8Array(this.buffer).fill(0, start, Math.min(this.#end, this.#used))
    this.#used = Math.max(this.#used, this.#end)
    return start
  }

  /** What was taken from there on is free again. */
  giveBack(from: number): void {
    this.#end = inBlocks(from)
  }
}

function inBlocks(bytes: number): number {
  return Math.ceil(bytes / 16) * 16
}
