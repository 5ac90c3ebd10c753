/** Lets WebAssembly memories grow to `bytes` and no further. The answer says whether one was refused more. */
export function boundMemory(bytes: number): () => boolean {
  let wasRefused = false
  const { prototype } = WebAssembly.Memory
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the memory that grows, below
  const { grow } = prototype
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * 65_536 > bytes) {
      wasRefused = true
      throw new RangeError('The memory that a PDF may take is used up.')
    }
    return grow.call(this, pages)
  }
  return () => wasRefused
}
