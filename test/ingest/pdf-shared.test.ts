import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../src/pdf/read-pdf.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { listFiles, needsShared, readText, sharedData } from '../support/shared-data.ts'

const folders = ['pypdf-sample-files', 'pdfjs'].map((name) => join(sharedData, 'ingest', name))
const files = folders.flatMap((folder) => listFiles(folder, '.pdf'))
const optional = 'mupdf'
const hasMupdf = await import(optional).then(
  () => true,
  () => false,
)

// What other readers say of each: some have no list, and are known by their names.
const listed = new Map<string, string>()
const list = join(sharedData, 'ingest/pdfjs/CLASSES.jsonl')
if (existsSync(list)) {
  for (const line of readText(list)
    .split('\n')
    .filter((line) => line !== '')) {
    const { file, class: kind } = JSON.parse(line) as { file: string; class: string }
    listed.set(file, kind)
  }
}

/** The outcomes that are right for a file: text, or reasons. */
function rightOutcomes(file: string): readonly string[] {
  const name = basename(file)
  switch (listed.get(name)) {
    case 'text':
      return ['text']
    case 'short-text(1-19)':
      return ['text', 'scanned']
    case 'no-text(vector/blank)':
      // Some have pictures in the page's own stream, which others do not count.
      return ['blank', 'scanned']
    case 'no-text+image':
      return ['scanned']
    case 'unreadable':
      return ['damaged']
    case 'needs-password':
      return ['encrypted']
    default:
      if (name.includes('password')) return ['encrypted']
      return /imagemagick|grayscale|cmyk/.test(name) ? ['scanned'] : ['text']
  }
}

describe.skipIf(files.length === 0 || !hasMupdf)(`the shared PDFs (${needsShared} and mupdf)`, () => {
  test.each(files.map((file) => [basename(file), file]))('%s ends as it should', async (_name, file) => {
    const outcome = await readPdf(readFileSync(file), { limits: { timeMs: 20_000 } }).then(
      ({ markdown }) => (markdown.trim() === '' ? 'empty' : 'text'),
      (error: unknown) => {
        if (error instanceof VaultError && error.code === 'INGEST_FAILED') return error.facts['reason']
        throw error
      },
    )
    expect(rightOutcomes(file)).toContain(outcome)
  })
})
