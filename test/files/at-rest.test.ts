import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { version } from '../support/change-files.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

/** A note that has rested, as it was read, and where it lies. */
async function withRested(
  use: (given: {
    readonly files: VaultFiles
    readonly at: string
    readonly known: NonNullable<Awaited<ReturnType<VaultFiles['readSettled']>>>
  }) => Promise<void>,
): Promise<void> {
  await withFolder({ 'note.md': 'before\n' }, async (folder) => {
    const files = new VaultFiles(folder)
    let known = await files.readSettled('note.md')
    await until('the note has rested', async () => {
      known = await files.readSettled('note.md')
      return known?.atRest !== undefined
    })
    if (known !== null) await use({ files, at: join(folder, 'note.md'), known })
  })
}

const changes: Readonly<Record<string, (at: string) => void>> = {
  'written with as many bytes': (at) => {
    fs.writeFileSync(at, 'behind\n')
  },
  'written with as many bytes, its time put back': (at) => {
    const { atimeMs, mtimeMs } = fs.statSync(at)
    fs.writeFileSync(at, 'behind\n')
    fs.utimesSync(at, atimeMs / 1000, mtimeMs / 1000)
  },
  'replaced by a file of the same size and time': (at) => {
    const { atimeMs, mtimeMs } = fs.statSync(at)
    fs.writeFileSync(`${at}.saving`, 'behind\n')
    fs.utimesSync(`${at}.saving`, atimeMs / 1000, mtimeMs / 1000)
    fs.renameSync(`${at}.saving`, at)
  },
}

test.each(Object.entries(changes))('a note that was read and then %s is read again', (_name, change) =>
  withRested(async ({ files, at, known }) => {
    expect(await files.look('note.md', known)).toMatchObject({ hash: known.hash, text: 'before\n' })
    change(at)
    expect(await files.look('note.md', known)).toMatchObject({ hash: version('behind\n').hash })
    await expect(files.prepare('note.md', 'by flint\n', known)).rejects.toMatchObject({
      code: 'CONTENT_HASH_MISMATCH',
    })
    expect(fs.readFileSync(at, 'utf8')).toBe('behind\n')
  }),
)

test('a text or a hash that is not the one that was read is compared with the file', () =>
  withRested(async ({ files, known }) => {
    expect(await files.look('note.md', { ...known, text: 'other\n' })).not.toHaveProperty('text')
    const other = { ...known, hash: version('other\n').hash }
    expect(await files.look('note.md', other)).toMatchObject({ hash: known.hash })
    await expect(files.prepare('note.md', 'by flint\n', other)).rejects.toMatchObject({
      code: 'CONTENT_HASH_MISMATCH',
    })
  }))

test('a note that may be written at this moment, or is no text, is not taken for one at rest', () =>
  withFolder({}, async (folder) => {
    const files = new VaultFiles(folder)
    fs.writeFileSync(join(folder, 'new.md'), 'new\n')
    // As a clock that is ahead says of a file that is being written.
    fs.utimesSync(join(folder, 'new.md'), 4_000_000_000, 4_000_000_000)
    expect(await files.readSettled('new.md')).not.toHaveProperty('atRest')
    fs.writeFileSync(join(folder, 'odd.md'), Buffer.from([0x61, 0xff]))
    fs.utimesSync(join(folder, 'odd.md'), 1_000_000_000, 1_000_000_000)
    expect(await files.readSettled('odd.md')).not.toHaveProperty('atRest')
  }))
