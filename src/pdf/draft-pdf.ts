import type { DocumentDraft } from '../model/document-draft.ts'
import { layOutPages } from './lay-out-pages.ts'
import type { PdfOutlineEntry, PdfPage } from './pdf-page.ts'

export interface PdfMetadata {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly subject: string | undefined
  readonly created: string | undefined
  readonly language: string | undefined
}

export interface PdfContent {
  readonly pages: readonly PdfPage[]
  readonly outline: readonly PdfOutlineEntry[]
  readonly metadata: PdfMetadata
}

/** What a PDF says, and says about itself. */
export function draftPdf({ pages, outline, metadata }: PdfContent): DocumentDraft {
  const { markdown, title, abstract } = layOutPages(pages, outline)
  return {
    title: realTitle(metadata.title) ?? title,
    author: said(metadata.author),
    date: readPdfDate(metadata.created),
    site: null,
    description: abstract ?? said(metadata.subject),
    language: said(metadata.language),
    markdown,
    warnings: findWarnings(pages),
    pages: pages.length,
  }
}

/** readPdfDate("D:20220403180542+02'00'") → '2022-04-03', the day where the document was made. */
export function readPdfDate(value: string | undefined): string | null {
  const [, year, month = '01', day = '01'] = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/.exec(value?.trim() ?? '') ?? []
  if (year === undefined || year < '1970') return null
  const date = `${year}-${month}-${day}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date
}

function said(value: string | undefined): string | null {
  const text =
    value
      ?.replace(/[\p{Cc}\ufffd]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim() ?? ''
  return /^(?:|\(?(?:unknown|anonymous|none|unspecified|undefined|null)\)?)$/i.test(text) ? null : text
}

// Programs put the name of their file there, or their own word for "no title".
function realTitle(value: string | undefined): string | null {
  const title = said(value)?.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, '') ?? ''
  if (/^untitled\b|^(?:document|presentation|slide|title|pdf)\s*\d*$/i.test(title)) return null
  if (/^\S+\.(?:docx?|odt|rtf|tex|dvi|pdf|pptx?|xlsx?|indd|txt|html?|qxd|md|graffle|ai)$/i.test(title))
    return null
  return title === '' ? null : title
}

function findWarnings(pages: readonly PdfPage[]): string[] {
  const warnings: string[] = []
  const pictures = pages.flatMap(({ fragments, pictures }, index) =>
    fragments.length === 0 && pictures > 0.3 ? [index + 1] : [],
  )
  if (pictures.length > 0) {
    const some = pictures.slice(0, 10).join(', ') + (pictures.length > 10 ? ' …' : '')
    warnings.push(
      pictures.length === 1
        ? `Page ${some} is a picture without text: it was left out, OCR is not supported.`
        : `${pictures.length} pages are pictures without text: they were left out, OCR is not supported (pages ${some}).`,
    )
  }
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0)
  if (unreadable > 0)
    warnings.push(
      `${unreadable} character${unreadable === 1 ? '' : 's'} could not be read: the PDF does not say what ${unreadable === 1 ? 'its glyph means' : 'their glyphs mean'}.`,
    )
  return warnings
}
