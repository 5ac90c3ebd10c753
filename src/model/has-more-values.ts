const [quote, backslash, comma] = [...Buffer.from('"\\,')]
const opening = new Set(Buffer.from('[{'))
const closing = new Set(Buffer.from(']}'))
const space = new Set(Buffer.from(' \t\r\n'))

/**
 * Whether a JSON text has more than so many values, those inside each other counted. It is not parsed: that takes a hundred times
 * as long where they are small and many.
 */
export function hasMoreValues(json: Buffer, most: number): boolean {
  let count = 1
  let hasOpened = false
  for (let at = 0; at < json.length && count <= most; at += 1) {
    const byte = json[at] ?? 0
    if (space.has(byte)) continue
    const isEmpty = hasOpened && closing.has(byte)
    if (hasOpened && !isEmpty) count += 1
    hasOpened = opening.has(byte)
    if (byte === comma) count += 1
    else if (byte === quote) at = endOfString(json, at)
  }
  return count > most
}

/** Where the quote is that ends a string, or the text. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote ?? 0, start + 1); end !== -1; end = json.indexOf(quote ?? 0, end + 1)) {
    let before = end
    while (json[before - 1] === backslash) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return json.length
}
