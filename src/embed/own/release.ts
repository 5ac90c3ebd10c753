/** Gives back the memory of an array that nobody reads any more: the garbage collector would do so some megabytes later. */
export function release({ buffer }: Float64Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
