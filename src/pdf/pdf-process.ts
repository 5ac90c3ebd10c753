import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { loadFault, parts } from '../model/load-fault.ts'
import { boundMemory } from './bound-memory.ts'
import { draftPdf } from './draft-pdf.ts'
import { judgeText } from './judge-text.ts'
import { listLimits, parseLimits, type PdfLimits } from './pdf-limits.ts'
import type { PdfReply } from './pdf-messages.ts'
import { outOfMemory, readPdfDocument, type DocumentReading } from './read-pdf-document.ts'

// Entry of the process that reads one PDF, which comes on standard input. It can be killed at any moment.

const limits = parseLimits(process.argv.slice(2))

// mupdf cannot be interrupted from this thread.
new Worker(new URL('./pdf-watchdog.js', import.meta.url), { argv: listLimits(limits) })
// The other half is for the document's bytes and for the text.
const isFull = boundMemory(limits.memory / 2)

process.on('disconnect', () => process.exit())
void read(limits).then((reply) => {
  // The parent ends this process: ending by itself would lose an answer that is still on its way.
  process.send?.(reply)
})

async function read(limits: PdfLimits): Promise<PdfReply> {
  const [mupdf, bytes] = await Promise.all([importMupdf(), buffer(process.stdin)])
  if ('reason' in mupdf) return { kind: 'failed', reason: 'no_pdf_support', detail: mupdf.reason, facts: {} }
  let wasRepaired = false
  const note = (message: string) => {
    if (/repair/i.test(message)) wasRepaired = true
  }
  mupdf.setLog({ error: note, warning: note })
  let reading: DocumentReading
  try {
    const document = mupdf.Document.openDocument(bytes, 'application/pdf')
    reading = readPdfDocument(document, limits, { onPage, isFull })
  } catch {
    if (!isFull()) return { kind: 'failed', reason: 'damaged', facts: {} }
    reading = outOfMemory()
  }
  if (reading.kind === 'failed') return reading
  const { content, pagesLost } = reading
  const facts = { pages: content.pages.length }
  if (pagesLost.length === content.pages.length) return { kind: 'failed', reason: 'damaged', facts }
  const noText = judgeText(content.pages, wasRepaired)
  if (noText !== null) return { kind: 'failed', ...noText, facts }
  const draft = draftPdf(content)
  if (pagesLost.length > 0)
    draft.warnings.push(`Damaged pages were left out: ${pagesLost.slice(0, 20).join(', ')}.`)
  return { kind: 'done', draft }
}

function onPage(done: number, total: number): void {
  process.send?.({ kind: 'page', done, total } satisfies PdfReply)
}

async function importMupdf() {
  try {
    return await import('mupdf')
  } catch (error) {
    return loadFault(parts.pdf, error)
  }
}
