/** The few forms of protocol buffers that an ONNX file needs. Each function gives the bytes of one field. */

export function varintField(field: number, value: number): Uint8Array {
  return join([varint(field * 8), varint(value)])
}

export function floatField(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setFloat32(0, value, true)
  return join([varint(field * 8 + 5), bytes])
}

export function textField(field: number, text: string): Uint8Array {
  return messageField(field, [new TextEncoder().encode(text)])
}

/** A message within a message, or plain bytes. */
export function messageField(field: number, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  return join([varint(field * 8 + 2), varint(size), ...parts])
}

/** Seven bits a byte, the lowest first. Numbers are not negative here. */
function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
