import { deflateSync } from 'node:zlib'

/** An object's body, or a stream with its dictionary. */
export type PdfBody = string | { readonly dict: string; readonly data: string | Uint8Array }

/** The bytes of a PDF whose objects are numbered from 1, the first one its catalog. */
export function pdfOfObjects(bodies: readonly PdfBody[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const add = (text: string | Uint8Array) => {
    const bytes = Buffer.from(text as string)
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, body] of bodies.entries()) {
    offsets.push(length)
    add(`${index + 1} 0 obj\n`)
    if (typeof body === 'string') add(body)
    else {
      const data = Buffer.from(body.data as string)
      add(`<< ${body.dict} /Length ${data.length} >>\nstream\n`)
      add(data)
      add('\nendstream')
    }
    add('\nendobj\n')
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
  add(`trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

export interface SmallPdf {
  readonly info?: string
  readonly catalog?: string
  /** Entries of every page's dictionary. */
  readonly page?: string
  /** Objects after the pages; `extraFrom(pages)` is the first one's number. */
  readonly extra?: readonly PdfBody[]
  readonly xobjects?: string
}

/** Objects: 1 catalog, 2 pages, 3–6 fonts, 7 info, then two for each page, then the extra ones. */
export function extraFrom(pages: number): number {
  return 8 + 2 * pages
}

/** A PDF of pages with these content streams; fonts /F Helvetica, /B bold, /I italic, /C Courier. */
export function pdfOf(
  contents: readonly (string | Uint8Array)[],
  { info = '', catalog = '', page = '', extra = [], xobjects = '' }: SmallPdf = {},
): Uint8Array {
  const fonts = ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Courier']
  const kids = contents.map((_, index) => `${8 + 2 * index} 0 R`).join(' ')
  return pdfOfObjects(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
      ...fonts.map(
        (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
      ),
      `<< ${info} >>`,
      ...contents.flatMap((content, index): PdfBody[] => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${9 + 2 * index} 0 R ${page}
        /Resources << /Font << /F 3 0 R /B 4 0 R /I 5 0 R /C 6 0 R >> /XObject << ${xobjects} >> >> >>`,
        typeof content === 'string'
          ? { dict: '', data: content }
          : { dict: '/Filter /FlateDecode', data: deflateSync(content) },
      ]),
      ...extra,
    ],
    '/Info 7 0 R',
  )
}

/** Text at a place counted from the bottom left, as a piece of a content stream. */
export function show(x: number, y: number, text: string, font = 'F', size = 11): string {
  const escaped = text
    .replace(/[()\\]/g, '\\$&')
    .replace(/[\u0080-\u00ff]/g, (character) => `\\${character.charCodeAt(0).toString(8)}`)
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET\n`
}

/** Lines of text below each other. */
export function showLines(x: number, y: number, lines: readonly string[], font = 'F', size = 11): string {
  return lines.map((line, index) => show(x, y - index * size * 1.2, line, font, size)).join('')
}
