import { cp, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execFile, type ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../src/pdf/read-pdf.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { withFolder } from '../support/with-folder.ts'
import { extraFrom, pdfOf, pdfOfObjects, show, showLines } from './pdf-bytes.ts'

const optional = 'mupdf'
const mupdf = await import(optional).catch(() => null)
const prose = [
  'The first line of a paragraph that is long enough to reach the edge,',
  'the second line of it, which goes on as far as the first one does and',
  'the last.',
]

const started: ChildProcess[] = []
subscribe('child_process', (message) => {
  started.push((message as { process: ChildProcess }).process)
})

/** Processes that were started by this file and have not ended. */
function running(): number {
  return started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length
}

async function failureOf(reading: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await reading.then(
    () => new Error('it was read'),
    (error: unknown) => error,
  )
  expect(running()).toBe(0)
  if (!(error instanceof VaultError)) throw error
  expect(error.code).toBe('INGEST_FAILED')
  return { ...error.facts, message: error.message }
}

describe.skipIf(mupdf === null)('a PDF (needs the optional package mupdf)', () => {
  test('becomes Markdown with what it says about itself', async () => {
    const bytes = pdfOf(
      [
        show(72, 720, 'A Small Report', 'F', 20) +
          show(72, 680, '1 Beginning', 'B', 14) +
          showLines(72, 655, prose) +
          show(72, 600, 'A word in ') +
          show(122, 600, 'bold', 'B') +
          show(72, 570, '\x95 one item') +
          show(72, 556.8, '\x95 two items'),
      ],
      {
        info: '/Title (Small Report) /Author (Ada L.) /Subject (On smallness) /CreationDate (D:20240229120000Z)',
        catalog: '/Lang (en-GB)',
      },
    )
    const seen: string[] = []
    const draft = await readPdf(bytes, { onPage: (done, total) => seen.push(`${done}/${total}`) })
    expect(draft).toMatchObject({
      title: 'Small Report',
      author: 'Ada L.',
      date: '2024-02-29',
      site: null,
      description: 'On smallness',
      language: 'en-GB',
      pages: 1,
      warnings: [],
    })
    expect(draft.markdown).toBe(
      `# A Small Report\n\n## 1 Beginning\n\n${prose.join(' ')}\n\nA word in **bold**\n\n- one item\n- two items\n`,
    )
    expect(seen).toEqual(['1/1'])
    expect(started.length).toBeGreaterThan(0)
    expect(running()).toBe(0)
  })

  test('of lines that flow into each other is one paragraph', async () => {
    expect((await readPdf(pdfOf([showLines(72, 700, prose)]))).markdown).toBe(`${prose.join(' ')}\n`)
  })

  test('of two columns is read one after the other, its links kept', async () => {
    const wide = `${prose[0]} and further on.`
    const right = prose.map((line) => line.slice(0, 34).toUpperCase())
    const left = prose.map((line) => line.slice(0, 34))
    const tidy = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ')
    const annotation = {
      page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [60 590 600 615]
        /A << /S /URI /URI (https://example.org/a) >> >>]`,
    }
    const draft = await readPdf(
      pdfOf([showLines(72, 700, left) + showLines(330, 700, right) + show(72, 600, wide)], annotation),
    )
    expect(draft.markdown).toBe(`${tidy(left)}\n\n${tidy(right)}\n\n[${wide}](https://example.org/a)\n`)
  })

  test('has its pages read in turn, and says how far it is', async () => {
    const seen: number[] = []
    const pages = ['alpha', 'beta', 'gamma'].map((word) => show(72, 400, word))
    const draft = await readPdf(pdfOf(pages), { onPage: (done) => seen.push(done) })
    expect(draft.markdown).toBe('alpha\n\nbeta\n\ngamma\n')
    expect(seen).toEqual([1, 2, 3])
  })

  test('that needs a password is refused as encrypted', async () => {
    const document = mupdf.Document.openDocument(pdfOf([show(72, 700, 'secret')]), 'application/pdf')
    const bytes = Buffer.from(
      document.saveToBuffer('encrypt=aes-256,user-password=x,owner-password=y').asUint8Array(),
    )
    expect(await failureOf(readPdf(bytes))).toMatchObject({ reason: 'encrypted' })
  })

  test('that opens without one is read, encrypted or not', async () => {
    const document = mupdf.Document.openDocument(pdfOf([show(72, 700, 'open')]), 'application/pdf')
    const bytes = Buffer.from(document.saveToBuffer('encrypt=aes-256,owner-password=y').asUint8Array())
    expect((await readPdf(bytes)).markdown).toBe('open\n')
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['noise', Buffer.from('not a PDF at all, '.repeat(100))],
    ['a head alone', Buffer.from('%PDF-1.7\n')],
    ['a page tree that is none', pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '(text)'])],
  ])('of %s is damaged', async (_name, bytes) => {
    expect(await failureOf(readPdf(bytes))).toMatchObject({ reason: 'damaged' })
  })

  test('whose end was lost is read as far as it goes', async () => {
    const bytes = pdfOf([showLines(72, 700, prose)])
    expect((await readPdf(bytes.subarray(0, bytes.length - 300))).markdown).toContain('the last.')
  })

  test('of a picture alone is called scanned, in the words that say what to do', async () => {
    const image = {
      dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      data: 'x',
    }
    const bytes = pdfOf(['q 612 0 0 792 0 0 cm /Im Do Q ' + show(72, 20, 'Scan')], {
      extra: [image],
      xobjects: `/Im ${extraFrom(1)} 0 R`,
    })
    expect(await failureOf(readPdf(bytes))).toMatchObject({
      reason: 'scanned',
      message:
        'This PDF appears to be scanned. OCR is not supported — consider copy-pasting the text manually.',
    })
  })

  test('with a scanned page among others says which one is left out', async () => {
    const image = {
      dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      data: 'x',
    }
    const bytes = pdfOf([showLines(72, 700, prose), 'q 612 0 0 792 0 0 cm /Im Do Q'], {
      extra: [image],
      xobjects: `/Im ${extraFrom(2)} 0 R`,
    })
    const { warnings } = await readPdf(bytes)
    expect(warnings).toEqual([expect.stringContaining('Page 2 is a picture')])
  })

  test('of blank pages or drawings is called blank', async () => {
    expect(await failureOf(readPdf(pdfOf(['', '0 0 m 100 100 l S'])))).toMatchObject({
      reason: 'blank',
      pages: 2,
    })
  })

  describe('that attacks', () => {
    test('by nesting forms a billion times ends at its time', async () => {
      const depth = 12
      const first = extraFrom(1)
      const extra = Array.from({ length: depth }, (_, level) => ({
        dict: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> /XObject << /N ${first + level + 1} 0 R >> >>`,
        data: level === depth - 1 ? show(72, 700, 'x') : '/N Do '.repeat(10),
      }))
      const bytes = pdfOf(['/N Do'], { extra, xobjects: `/N ${first} 0 R` })
      const failure = await failureOf(readPdf(bytes, { limits: { timeMs: 2_000 } }))
      expect(['timeout', 'too_big']).toContain(failure['reason'])
    })

    test('by a form that holds itself is read without it', async () => {
      const first = extraFrom(1)
      const form = {
        dict: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /N ${first} 0 R >> >>`,
        data: '/N Do',
      }
      const bytes = pdfOf([`${show(72, 700, 'still here')} /N Do`], {
        extra: [form],
        xobjects: `/N ${first} 0 R`,
      })
      expect((await readPdf(bytes)).markdown).toBe('still here\n')
    })

    test('by a page tree that holds itself ends', async () => {
      const bytes = pdfOfObjects([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 50 /Parent 2 0 R >>',
      ])
      expect(await failureOf(readPdf(bytes, { limits: { timeMs: 10_000 } }))).toHaveProperty('reason')
    })

    test('by text that unpacks to gigabytes runs out of its own memory, not of ours', async () => {
      const before = process.memoryUsage.rss()
      const piece = Buffer.from(show(72, 700, 'all work and no play '.repeat(40)))
      const content = deflateSync(Buffer.alloc(60_000_000, piece))
      const bytes = pdfOfObjects([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
        { dict: '/Filter /FlateDecode', data: content },
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ])
      expect(bytes.length).toBeLessThan(1_000_000)
      const failure = await failureOf(readPdf(bytes, { limits: { memory: 300_000_000 } }))
      expect(failure).toMatchObject({ reason: 'too_big' })
      expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
    })

    test('by numbers of pages, bytes or characters is refused as too big', async () => {
      const bytes = pdfOf(['', '', ''].map((_, page) => show(72, 700, `page ${page}`)))
      const limited = (limits: Record<string, number>) => failureOf(readPdf(bytes, { limits }))
      expect(await limited({ pages: 2 })).toMatchObject({ reason: 'too_big', pages: 3, most_pages: 2 })
      expect(await limited({ bytes: 100 })).toMatchObject({ reason: 'too_big', most_bytes: 100 })
      expect(await limited({ output: 10 })).toMatchObject({ reason: 'too_big', most_characters: 10 })
      const lying = pdfOfObjects([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [] /Count 2147483647 >>',
      ])
      expect(['too_big', 'damaged']).toContain((await failureOf(readPdf(lying)))['reason'])
    })
  })

  test('that is not wanted any more is dropped at once, and its process with it', async () => {
    const controller = new AbortController()
    const pages = Array.from({ length: 200 }, (_, page) => show(72, 700, `page ${page}`))
    const reading = readPdf(pdfOf(pages), {
      signal: controller.signal,
      onPage: () => {
        controller.abort(new Error('enough'))
      },
    })
    await expect(reading).rejects.toThrow('enough')
    expect(running()).toBe(0)
    await expect(readPdf(pdfOf(['']), { signal: controller.signal })).rejects.toThrow('enough')
  })

  test('that takes its whole time is stopped with its limit named', async () => {
    expect(await failureOf(readPdf(pdfOf(['']), { limits: { timeMs: 1 } }))).toMatchObject({
      reason: 'timeout',
      time_limit_ms: 1,
    })
  })
})

const absent = {
  'package.json': '{"type":"module"}',
  // It stands before one that may lie in a folder above.
  'node_modules/mupdf/package.json': '{"name":"mupdf","exports":"./missing.js"}',
}

test('without mupdf the answer says what to install', () =>
  withFolder(absent, async (folder) => {
    const dist = fileURLToPath(new URL('../../dist/src', import.meta.url))
    for (const part of ['pdf', 'model']) await cp(join(dist, part), join(folder, part), { recursive: true })
    const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'))
    await symlink(zod, join(folder, 'node_modules/zod'), 'junction')
    await writeFile(
      join(folder, 'run.js'),
      `import { readPdf } from './pdf/read-pdf.js'
      await readPdf(new Uint8Array(3)).catch(({ code, facts }) => console.log(JSON.stringify({ code, ...facts })))`,
    )
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'run.js')])
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'INGEST_FAILED',
      reason: 'no_pdf_support',
      hint: expect.stringContaining('npm install'),
    })
  }))
