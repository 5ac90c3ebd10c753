export type DocumentFormat = 'pdf' | 'html' | 'markdown' | 'text'

/**
 * What kind of document bytes are, whatever their name or server says; null for anything but text that flint reads:
 * images, archives, programs. Name and declared type decide only between kinds of text.
 */
export function sniffFormat(
  bytes: Uint8Array,
  { name = '', contentType = '' }: { readonly name?: string; readonly contentType?: string },
): DocumentFormat | null {
  const start = bytes.subarray(0, 1_024)
  const ascii = Buffer.from(start).toString('latin1')
  if (ascii.includes('%PDF-')) return 'pdf'
  if (isBinary(start, ascii, contentType)) return null
  const type = (/^[^;]*/.exec(contentType)?.[0] ?? '').trim().toLowerCase()
  const readable = ascii.replaceAll('\0', '').replace(/^(?:ÿþ|þÿ|ï»¿)/, '')
  if (beginsAsHtml(readable)) return 'html'
  if (/^text\/(?:x-)?markdown$/.test(type) || /\.(?:md|markdown|mdown)$/i.test(name)) return 'markdown'
  const isNamedHtml = type === 'text/html' || type === 'application/xhtml+xml' || /\.x?html?$/i.test(name)
  return isNamedHtml &&
    /<[a-z!/]/i.test(Buffer.from(bytes.subarray(0, 65_536)).toString('latin1').replaceAll('\0', ''))
    ? 'html'
    : 'text'
}

function beginsAsHtml(text: string): boolean {
  const content = text.replace(/^\s+/, '').replace(/^(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)+/i, '')
  return /^<(?:!doctype\s+html|html|head|body|title|meta|script|article|main)[\s>]/i.test(content)
}

function isBinary(start: Uint8Array, ascii: string, contentType: string): boolean {
  if (/^(?:ÿþ|þÿ)/.test(ascii)) return false
  if (/^(?:PK\x03\x04|\x89PNG|GIF8|\xff\xd8\xff|\x1f\x8b|Rar!|7z\xbc|BZh)/.test(ascii)) return true
  if (/charset\s*=\s*["']?utf-?16/i.test(contentType)) return false
  if (start.includes(0)) return true
  const controls = ascii.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return controls > start.length / (isUtf8(start) ? 3 : 20)
}

/** As far as it goes: its last character may be cut. */
function isUtf8(start: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}
