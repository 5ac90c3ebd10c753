const scaleBytes = 4

/** A vector in a quarter of its bytes: whole numbers up to 127, after the length of a step. */
export function packVector(vector: Float32Array): Uint8Array {
  const step = largestOf(vector) / 127
  const bytes = new Uint8Array(scaleBytes + vector.length)
  new DataView(bytes.buffer).setFloat32(0, step, true)
  const numbers = new Int8Array(bytes.buffer, scaleBytes)
  if (step > 0) for (let at = 0; at < vector.length; at++) numbers[at] = Math.round((vector[at] ?? 0) / step)
  return bytes
}

/** What is in a packed vector: it is `step` times the numbers. */
export function readPacked(bytes: Uint8Array): { readonly step: number; readonly numbers: Int8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = bytes.byteOffset + scaleBytes
  return {
    step: view.getFloat32(0, true),
    numbers: new Int8Array(bytes.buffer, start, bytes.length - scaleBytes),
  }
}

/** Adds `factor` times a packed vector. */
export function addPacked(into: Float32Array, bytes: Uint8Array, factor: number): void {
  const { step, numbers } = readPacked(bytes)
  for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) + factor * step * (numbers[at] ?? 0)
}

/** Only the direction of a vector, in whole numbers: enough for a cosine. */
export function packDirection(vector: Float32Array): Int8Array {
  const most = largestOf(vector)
  const direction = new Int8Array(vector.length)
  if (most > 0)
    for (let at = 0; at < vector.length; at++) direction[at] = Math.round((127 * (vector[at] ?? 0)) / most)
  return direction
}

/** How large the largest of some numbers is, without its sign. */
function largestOf(vector: Float32Array): number {
  let most = 0
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator would make an object of each number
  for (let at = 0; at < vector.length; at++) most = Math.max(most, Math.abs(vector[at] ?? 0))
  return most
}
