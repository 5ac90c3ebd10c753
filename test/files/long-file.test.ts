import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLinesOf, readLongFile } from '../../src/files/long-file.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { mostNoteBytes } from '../../src/model/note-size.ts'
import { withFolder } from '../support/with-folder.ts'

/** A file of 2.5 MB whose lines are of all lengths, so that parts of it are read in which one begins or ends. */
const rows = Array.from({ length: 9_000 }, (_, at) => `${at} ${'é'.repeat((at * 7919) % 293)}`)

function withFile(text: string, use: (file: number) => Promise<void>): Promise<void> {
  return withFolder({}, async (folder) => {
    await writeFile(join(folder, 'long.md'), text)
    const file = openSync(join(folder, 'long.md'), 'r')
    try {
      await use(file)
    } finally {
      closeSync(file)
    }
  })
}

test('a long file says its hash, its lines and whole lines of its beginning', () =>
  withFile(rows.join('\n'), async (file) => {
    const { start, hash, lines } = await readLongFile(file)
    expect(hash).toBe(`sha256:${createHash('sha256').update(rows.join('\n')).digest('hex')}`)
    expect(lines).toBe(rows.length)
    expect(Buffer.byteLength(start)).toBeLessThanOrEqual(1_000_000)
    expect(start.endsWith('\n')).toBe(true)
    expect(rows.join('\n').startsWith(start)).toBe(true)
  }))

test('any lines of a long file are read, as far as the limit', () =>
  withFile(rows.join('\n'), async (file) => {
    for (let first = 1; first <= rows.length; first += 487) {
      for (const last of [first, first + 3, first + 5_000]) {
        const wanted = rows.slice(first - 1, last).join('\n') + (last < rows.length ? '\n' : '')
        expect(await readLinesOf(file, { first, last, most: 10_000_000 })).toBe(wanted)
        const cut = await readLinesOf(file, { first, last, most: 1_001 })
        expect(wanted.startsWith(cut)).toBe(true)
        expect(Buffer.byteLength(cut)).toBeGreaterThanOrEqual(Math.min(1_000, Buffer.byteLength(wanted)))
      }
    }
    expect(await readLinesOf(file, { first: rows.length + 1, last: rows.length + 2, most: 100 })).toBe('')
  }))

test('a file that is one line has one', () =>
  withFile('x'.repeat(1_500_000), async (file) => {
    const { start, lines } = await readLongFile(file)
    expect([start.length, lines]).toEqual([1_000_000, 1])
  }))

test('a file as long as notes are edited is read whole; one byte more, and it is its beginning that cannot be written back', () =>
  withFolder({}, async (folder) => {
    const files = new VaultFiles(folder)
    const text = `${'line\n'.repeat(mostNoteBytes / 5 - 1)}last\n`
    await writeFile(join(folder, 'whole.md'), text)
    const whole = await files.readStart('whole.md')
    expect(whole).toMatchObject({ path: 'whole.md', isUtf8: true, cutFrom: null })
    expect(whole?.text === text).toBe(true)
    expect((await files.read('whole.md'))?.hash).toBe(whole?.hash)
    await writeFile(join(folder, 'longer.md'), `${text}x`)
    const longer = await files.readStart('longer.md')
    const lines = mostNoteBytes / 5 + 1
    expect(longer).toMatchObject({ isUtf8: false, cutFrom: { bytes: mostNoteBytes + 1, lines } })
    expect(longer?.hash).toBe(`sha256:${createHash('sha256').update(`${text}x`).digest('hex')}`)
    expect(longer !== null && text.startsWith(longer.text) && longer.text.length > 500_000).toBe(true)
    await expect(files.read('longer.md')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  }))
