import type { Document, OutlineItem } from 'mupdf'
import type { PdfContent, PdfMetadata } from './draft-pdf.ts'
import { extractPage } from './extract-page.ts'
import type { PdfLimits } from './pdf-limits.ts'
import type { PdfReply } from './pdf-messages.ts'
import { textOf, type PdfOutlineEntry, type PdfPage } from './pdf-page.ts'

const longestOutline = 5_000

export interface ReadingHooks {
  readonly onPage: (done: number, total: number) => void
  /** Whether the document was refused memory. */
  readonly isFull: () => boolean
}

export type DocumentReading =
  | { readonly kind: 'read'; readonly content: PdfContent; readonly pagesLost: readonly number[] }
  | Extract<PdfReply, { kind: 'failed' }>

/** All that is needed from an open document. It throws what mupdf throws. */
export function readPdfDocument(
  document: Document,
  limits: PdfLimits,
  { onPage, isFull }: ReadingHooks,
): DocumentReading {
  if (document.needsPassword()) return { kind: 'failed', reason: 'encrypted', facts: {} }
  const total = document.countPages()
  if (total > limits.pages)
    return tooBig(`It has ${total} pages, of ${limits.pages} at most.`, {
      pages: total,
      most_pages: limits.pages,
    })
  const pages: PdfPage[] = []
  const pagesLost: number[] = []
  let characters = 0
  for (let index = 0; index < total; index += 1) {
    const page = tryPage(document, index)
    if (page === null) {
      if (isFull()) return outOfMemory()
      pagesLost.push(index + 1)
    }
    // A page that is lost keeps its place: outline and running heads count pages.
    pages.push(page ?? { width: 0, height: 0, fragments: [], pictures: 0, unreadable: 0 })
    characters += page === null ? 0 : lengthOf(page)
    if (characters > limits.output)
      return tooBig(`It has more than ${limits.output} characters of text.`, {
        most_characters: limits.output,
      })
    onPage(index + 1, total)
  }
  const content = { pages, outline: readOutline(document), metadata: readMetadata(document) }
  return { kind: 'read', content, pagesLost }
}

export function outOfMemory(): DocumentReading {
  return tooBig('What it holds, unpacked, takes more memory than it may.')
}

function tooBig(detail: string, facts: Record<string, unknown> = {}): DocumentReading {
  return { kind: 'failed', reason: 'too_big', detail, facts }
}

function tryPage(document: Document, index: number): PdfPage | null {
  try {
    const page = document.loadPage(index)
    try {
      return extractPage(page)
    } finally {
      page.destroy()
    }
  } catch {
    return null
  }
}

function lengthOf(page: PdfPage): number {
  return page.fragments.reduce((sum, fragment) => sum + textOf(fragment).length, 0)
}

function readOutline(document: Document): PdfOutlineEntry[] {
  const entries: PdfOutlineEntry[] = []
  const collect = (items: readonly OutlineItem[], depth: number) => {
    for (const { title, page, down } of items) {
      if (entries.length >= longestOutline) return
      entries.push({ title: title ?? '', depth, page: page ?? null })
      if (down !== undefined) collect(down, depth + 1)
    }
  }
  try {
    collect(document.loadOutline() ?? [], 1)
  } catch {
    // An outline that cannot be read is as good as none.
    return []
  }
  return entries
}

function readMetadata(document: Document): PdfMetadata {
  const read = (key: string) => {
    try {
      return document.getMetaData(key)
    } catch {
      return undefined
    }
  }
  return {
    title: read('info:Title'),
    author: read('info:Author'),
    subject: read('info:Subject'),
    created: read('info:CreationDate'),
    language: readLanguage(document),
  }
}

function readLanguage(document: Document): string | undefined {
  try {
    const language = document.asPDF()?.getTrailer().get('Root').get('Lang')
    return language?.isString() === true ? language.asString() : undefined
  } catch {
    return undefined
  }
}
