import { decodeText } from './decode-text.ts'
import type { DocumentDraft } from '../model/document-draft.ts'
import type { PageLink } from './html-messages.ts'
import { ingestFailed } from './ingest-error.ts'
import { readMarkdown, readPlainText } from './read-plain.ts'
import { sniffFormat, type DocumentFormat } from './sniff-format.ts'

export interface DocumentSource {
  readonly bytes: Buffer
  /** A file's name or a page's address. */
  readonly name: string
  /** As a server declares it. */
  readonly contentType: string
  /** Null for a file. */
  readonly url: string | null
}

export interface ReadOptions {
  readonly signal: AbortSignal
  readonly onPage?: (done: number, total: number) => void
}

export interface ReadDocument {
  readonly format: DocumentFormat
  readonly draft: DocumentDraft
  readonly links: readonly PageLink[]
}

type Reader = (
  source: DocumentSource,
  options: ReadOptions,
) => Promise<{ readonly draft: DocumentDraft; readonly links?: readonly PageLink[] }>

const readers: Readonly<Record<DocumentFormat, Reader>> = {
  async html({ bytes, contentType, url }, { signal }) {
    const { readHtml } = await import('./read-html.ts')
    const { text, warnings } = decodeText(bytes, { contentType, isHtml: true })
    const { draft, links } = await readHtml({ html: text, url }, { signal })
    return { draft: warned(draft, warnings), links }
  },
  markdown: (source) => Promise.resolve(readAs(readMarkdown, source)),
  text: (source) => Promise.resolve(readAs(readPlainText, source)),
  async pdf({ bytes }, { signal, onPage }) {
    const { readPdf } = await import('../pdf/read-pdf.ts')
    return { draft: await readPdf(bytes, { signal, onPage }) }
  },
}

function readAs(read: (text: string) => DocumentDraft, { bytes, contentType }: DocumentSource) {
  const { text, warnings } = decodeText(bytes, { contentType })
  return { draft: warned(read(text), warnings) }
}

function warned(draft: DocumentDraft, warnings: readonly string[]): DocumentDraft {
  return { ...draft, warnings: [...draft.warnings, ...warnings] }
}

/** Reads a document by its actual bytes. INGEST_FAILED where they are not text, or hold none. */
export async function readDocument(source: DocumentSource, options: ReadOptions): Promise<ReadDocument> {
  const { bytes, name, contentType } = source
  const format = sniffFormat(bytes, { name, contentType })
  if (format === null)
    throw ingestFailed(
      'format',
      'It is neither PDF, HTML, Markdown nor plain text.',
      'Only documents with text can be ingested: convert it first.',
    )
  const { draft, links = [] } = await readers[format](source, options)
  if (draft.markdown.trim() === '')
    throw ingestFailed(
      'empty',
      'There is no text in it.',
      format === 'html'
        ? 'Pages that are made by scripts have none: save the page in a browser and ingest the file.'
        : 'Check the file.',
    )
  const isOther = /^application\/pdf\b/i.test(contentType) && format !== 'pdf'
  return { format, draft: warned(draft, isOther ? ['It was sent as a PDF and is none.'] : []), links }
}
