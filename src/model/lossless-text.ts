/**
 * Bytes as text. One that is no UTF-8, as a file's name may have, becomes a lone surrogate, of which `bytesOf`
 * makes the byte again.
 */
export function losslessText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD')) return text
  return bytes
    .toString('latin1')
    .replaceAll(sequences, (part) =>
      part.length === 1
        ? String.fromCharCode(lone + part.charCodeAt(0))
        : Buffer.from(part, 'latin1').toString('utf8'),
    )
}

export function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text)
  return Buffer.concat(
    text.split(/(\p{Surrogate})/u).map((part) => {
      const byte = part.charCodeAt(0) - lone
      return part.length === 1 && byte >= 0x80 && byte <= 0xff ? Buffer.of(byte) : Buffer.from(part)
    }),
  )
}

/**
 * The text as a person is shown it, bytes that are no UTF-8 by their numbers.
 *
 *     printable('caf\uDCE9.md')   // 'caf\\xe9.md'
 */
export function printable(text: string): string {
  return text.replaceAll(
    /\p{Surrogate}/gu,
    (part) => `\\x${(part.charCodeAt(0) - lone).toString(16).padStart(2, '0')}`,
  )
}

const lone = 0xdc00

/** UTF-8 beyond ASCII, read as Latin-1, and single bytes that belong to none of it. */
const sequences =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g
