/** The offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  // Asked for a place before the first, `lastIndexOf` looks at the first.
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** The offset after the line break of the line that holds `offset`. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  return at === -1 ? text.length : at + 1
}

/** The offset of the line break, or of the text's end, that closes the line that holds `offset`. */
export function lineContentEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  if (at === -1) return text.length
  return at > offset && text[at - 1] === '\r' ? at - 1 : at
}

/** The line break that ends right before `offset`, `\n` where there is none. */
export function lineBreakBefore(text: string, offset: number): '\n' | '\r\n' {
  return text.slice(Math.max(0, offset - 2), offset) === '\r\n' ? '\r\n' : '\n'
}
