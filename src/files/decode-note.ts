import { TextDecoder } from 'node:util'

/** How the bytes of a note were read. `null`: as UTF-8 with U+FFFD for what is none. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252' | null

/**
 * The text of a file's bytes, with its byte-order mark. What is not UTF-8 is read as older editors wrote it: as UTF-16 where a
 * byte-order mark says so, as Windows-1252 where no bytes together make a character of UTF-8. With `isCut` the last character may be incomplete.
 */
export function decodeNote(
  bytes: Uint8Array,
  isCut = false,
): { readonly text: string; readonly encoding: Encoding } {
  const utf16 = utf16ByMark(bytes)
  if (utf16 !== null) return { text: decoderFor(utf16).decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: decoderFor('utf-8', true).decode(bytes, { stream: isCut }), encoding: 'UTF-8' }
  } catch {
    const text = decoderFor('utf-8').decode(bytes)
    if (/[\0\x80-\uFFFC]/.test(text)) return { text, encoding: null }
    return { text: decoderFor('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

function utf16ByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

// One that is to go on with a stream keeps what it has not decoded yet: each text has its own.
function decoderFor(label: string, isStrict = false): TextDecoder {
  return new TextDecoder(label, { fatal: isStrict, ignoreBOM: true })
}
