/**
 * A function in WebAssembly, for its instructions that count bits, sixteen bytes at once: JavaScript has none, and takes
 * seven times as long. Bytes as in the WebAssembly 2.0 specification, sizes worked out by hand:
 *
 *     count(block, wanted, stride, counts, end)
 *
 * For each `stride` bytes from `block` on, it writes in how many bits they differ from those at `wanted`: two bytes each,
 * from `counts` on until `end`.
 */
// prettier-ignore
const program = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  // types: (i32 i32 i32 i32 i32) -> ()
  0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00,
  // one function, one memory of at least one page, both exported: "f" and "m"
  0x03, 0x02, 0x01, 0x00,
  0x05, 0x03, 0x01, 0x00, 0x01,
  0x07, 0x09, 0x02, 0x01, 0x66, 0x00, 0x00, 0x01, 0x6d, 0x02, 0x00,
  // code, with the locals 5: at (i32), 6: sums (v128)
  0x0a, 0x85, 0x01, 0x01, 0x82, 0x01, 0x02, 0x01, 0x7f, 0x01, 0x7b,
  0x03, 0x40, // loop: for each place
  0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x06, // sums = v128.const 0
  0x41, 0x00, 0x21, 0x05, // at = 0
  0x03, 0x40, // loop: for each sixteen bytes
  0x20, 0x06, // sums
  0x20, 0x00, 0x20, 0x05, 0x6a, 0xfd, 0x00, 0x00, 0x00, // v128.load block + at
  0x20, 0x01, 0x20, 0x05, 0x6a, 0xfd, 0x00, 0x00, 0x00, // v128.load wanted + at
  0xfd, 0x51, 0xfd, 0x62, // v128.xor, i8x16.popcnt
  0xfd, 0x7d, 0xfd, 0x8e, 0x01, 0x21, 0x06, // i16x8.extadd_pairwise_i8x16_u, sums = i16x8.add
  0x20, 0x05, 0x41, 0x10, 0x6a, 0x22, 0x05, 0x20, 0x02, 0x48, 0x0d, 0x00, // at += 16, again if at < stride
  0x0b, // end
  0x20, 0x03, // counts
  0x20, 0x06, 0xfd, 0x7f, 0x22, 0x06, // sums = i32x4.extadd_pairwise_i16x8_u
  0xfd, 0x1b, 0x00, 0x20, 0x06, 0xfd, 0x1b, 0x01, 0x6a, // i32x4.extract_lane 0 and 1, add
  0x20, 0x06, 0xfd, 0x1b, 0x02, 0x6a, 0x20, 0x06, 0xfd, 0x1b, 0x03, 0x6a, // 2 and 3, too
  0x3b, 0x01, 0x00, // i32.store16
  0x20, 0x00, 0x20, 0x02, 0x6a, 0x21, 0x00, // block += stride
  0x20, 0x03, 0x41, 0x02, 0x6a, 0x22, 0x03, 0x20, 0x04, 0x48, 0x0d, 0x00, // counts += 2, again if counts < end
  0x0b, 0x0b,
)
/** Bytes that it reads at once: signs are padded to a multiple of these. */
export const bytesAtOnce = 16
const pageBytes = 65_536

interface Program {
  readonly f: (block: number, wanted: number, stride: number, counts: number, end: number) => void
  readonly m: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
}
let loaded: Program | undefined

/**
 * In how many bits each of so many neighbours differs from the wanted ones. The neighbours lie behind each other from the
 * word `start` on and are as long as these, a multiple of `bytesAtOnce`. The counts hold until the next call.
 */
export function countDifferences(
  wanted: Uint32Array,
  { words, start, places }: { readonly words: Uint32Array; readonly start: number; readonly places: number },
): Uint16Array {
  loaded ??= new WebAssembly.Instance<Program>(new WebAssembly.Module(program)).exports
  const { f: count, m: memory } = loaded
  const countBytes = places * 2
  const blockAt = countBytes + wanted.byteLength
  const block = words.subarray(start, start + places * wanted.length)
  const missing = blockAt + block.byteLength - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  new Uint32Array(memory.buffer, countBytes, wanted.length).set(wanted)
  new Uint32Array(memory.buffer, blockAt, block.length).set(block)
  count(blockAt, countBytes, wanted.byteLength, 0, countBytes)
  return new Uint16Array(memory.buffer, 0, places)
}
