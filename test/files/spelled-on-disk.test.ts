import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spelledOnDisk } from '../../src/files/spelled-on-disk.ts'

const nfc = (text: string) => text.normalize('NFC')
const nfd = (text: string) => text.normalize('NFD')

/** Where each of these leads in a folder with these folders and files. */
async function spellings(entries: readonly string[], asked: readonly string[]): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'flint-spelled-'))
  try {
    for (const entry of entries) {
      await mkdir(join(root, entry, '..'), { recursive: true })
      await (entry.endsWith('/') ? mkdir(join(root, entry)) : writeFile(join(root, entry), ''))
    }
    return asked.map((path) => spelledOnDisk(root, path, nfc))
  } finally {
    await rm(root, { recursive: true })
  }
}

test('a folder is found by either form of its name, at every depth, and what is missing has the form that is asked for', async () => {
  const found = await spellings(
    [nfd('Ärger/Über/a.md'), 'plain/'],
    [
      nfc('Ärger'),
      nfd('Ärger'),
      nfc('Ärger/Über/a.md'),
      nfc('Ärger/über/é'),
      nfd('plain/Öl/x'),
      'plain/x',
      nfd('../Öl'),
    ],
  )
  expect(found).toEqual([
    nfd('Ärger'),
    nfd('Ärger'),
    nfd('Ärger/Über/a.md'),
    `${nfd('Ärger')}/${nfc('über/é')}`,
    `plain/${nfc('Öl/x')}`,
    'plain/x',
    nfd('../Öl'),
  ])
})

test.skipIf(process.platform !== 'linux')(
  'of two folders with one name the one that is written wins, unless only the other has what is asked for',
  async () => {
    const found = await spellings(
      [nfc('Öl/b.md'), nfd('Öl/a.md')],
      [nfc('Öl'), nfd('Öl'), nfc('Öl/new.md'), nfd('Öl/new.md'), `${nfc('Öl')}/a.md`],
    )
    expect(found).toEqual([nfc('Öl'), nfd('Öl'), nfc('Öl/new.md'), nfd('Öl/new.md'), `${nfd('Öl')}/a.md`])
  },
)
