import { KernelMemory } from '../own-files/kernel-memory.ts'

/** Rows are as many bytes long as a multiple of this. */
export const rowUnit = 16

/** Bytes that WebAssembly compares vectors in, sixteen numbers at once: `kernel/nearness.ts`. All places are bytes. */
export class VectorMemory extends KernelMemory {
  constructor() {
    super('nearness')
  }

  /** The product of a vector of 32-bit reals with each of some rows of 8-bit numbers, as 32-bit reals. */
  products({ given, rows, count, stride, to }: Places): void {
    this.call('products', given, rows, count, stride, to)
  }

  /**
   * To each of some rows of 8-bit numbers the `most` others whose direction is likest, best first: their cosines as 64-bit reals,
   * then their numbers as 32-bit integers. One over each row's length is given, as 32-bit reals.
   */
  likest({ rows, factors, count, stride, most, to }: Likest): void {
    this.call('likest', rows, factors, count, stride, most, to)
  }

  /** In how many bits each of some rows differs from the one given, as 16-bit numbers. */
  differences({ given, rows, count, stride, to }: Places): void {
    this.call('differences', given, rows, count, stride, to)
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

interface Likest extends Omit<Places, 'given'> {
  readonly factors: number
  readonly most: number
}
