import { TextDecoder } from 'node:util'

/** Decodes bytes of any charset: by byte-order mark, declared charset, the page's own declaration, else by guessing. */
export function decodeText(
  bytes: Uint8Array,
  { contentType = '', isHtml = false }: { readonly contentType?: string; readonly isHtml?: boolean } = {},
): string {
  const declared = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
  for (const label of [byMark(bytes), declared, isHtml ? byPage(bytes) : undefined]) {
    const decoder = label === undefined ? null : decoderFor(label)
    if (decoder !== null) return decoder.decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
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
