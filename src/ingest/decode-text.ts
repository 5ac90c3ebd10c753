import { TextDecoder } from 'node:util'

export interface DecodedText {
  readonly text: string
  /** A sentence where nothing says what the charset is and the bytes are no UTF-8. */
  readonly warnings: readonly string[]
}

/** Decodes bytes of any charset: by byte-order mark, declared charset, the page's own declaration, else by guessing. */
export function decodeText(
  bytes: Uint8Array,
  { contentType = '', isHtml = false }: { readonly contentType?: string; readonly isHtml?: boolean } = {},
): DecodedText {
  const declared = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
  for (const label of [byMark(bytes), declared, isHtml ? byPage(bytes) : undefined]) {
    const decoder = label === undefined ? null : decoderFor(label)
    if (decoder !== null) return { text: decoder.decode(bytes), warnings: [] }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), warnings: [] }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      warnings: [
        'Nothing names its charset and it is no UTF-8: it was read as Windows-1252. If letters are wrong, save it as UTF-8 and ingest it again.',
      ],
    }
  }
}

function byMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

function byPage(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 4_096))
  const label =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/.exec(head)?.[1] ??
    /<meta\s[^>]{0,400}?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1]
  // A page whose declaration can be read as ASCII is not UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
