import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSameEntry } from '../../src/files/place-file.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { version } from '../support/change-files.ts'
import { withFolder } from '../support/with-folder.ts'

/** As drives without hard links answer, FAT and some shares. */
function withoutLinks({ name }: DiskCall): void {
  if (name === 'link') throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
}

const drives: readonly (readonly [string, (call: DiskCall) => void])[] = [
  ['with', () => undefined],
  ['without', withoutLinks],
]

test.each(drives)('on a drive %s hard links a new note never replaces one', (_drive, before) =>
  withFolder({ 'a.md': 'by an editor\n' }, async (folder) => {
    const files = new VaultFiles(folder)
    const making = watchDisk({ before }, () => files.create('a.md', 'by flint\n'))
    await expect(making).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(fs.readdirSync(folder)).toEqual(['a.md'])
    expect(fs.readFileSync(join(folder, 'a.md'), 'utf8')).toBe('by an editor\n')
    await watchDisk({ before }, () => files.create('b.md', 'by flint\n', 0o640))
    expect(fs.readFileSync(join(folder, 'b.md'), 'utf8')).toBe('by flint\n')
    expect(fs.statSync(join(folder, 'b.md')).mode & 0o777).toBe(0o640)
  }),
)

test.each(drives)('on a drive %s hard links a note that moves never replaces one', (_drive, before) =>
  withFolder({ 'a.md': 'a\n', 'b.md': 'b\n' }, async (folder) => {
    const files = new VaultFiles(folder)
    for (const text of [null, 'A\n']) {
      const moving = watchDisk({ before }, () => files.move('a.md', 'b.md', version('a\n').hash, text))
      await expect(moving).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    }
    expect(fs.readdirSync(folder)).toEqual(['a.md', 'b.md'])
    await watchDisk({ before }, () => files.move('a.md', 'c.md', version('a\n').hash, null))
    await watchDisk({ before }, () => files.move('b.md', 'd.md', version('b\n').hash, 'B\n'))
    expect(fs.readdirSync(folder)).toEqual(['c.md', 'd.md'])
    expect(fs.readFileSync(join(folder, 'd.md'), 'utf8')).toBe('B\n')
  }),
)

test('where a new note cannot take the place that an empty file keeps for it, the place is free again', () =>
  withFolder({}, async (folder) => {
    const refuse = (call: DiskCall) => {
      withoutLinks(call)
      const takesPlace = call.name === 'swap' || (call.name === 'rename' && call.to.endsWith('a.md'))
      if (takesPlace) throw Object.assign(new Error('an input/output error'), { code: 'EIO' })
    }
    const making = watchDisk({ before: refuse }, () => new VaultFiles(folder).create('a.md', 'a\n'))
    await expect(making).rejects.toMatchObject({ code: 'EIO' })
    expect(fs.readdirSync(folder)).toEqual([])
  }))

test.each([
  ['before it is opened', 'before', 1],
  ['before the last look', 'before', 2],
  ['after the last look', 'after', 1],
] as const)('what an editor writes into the file that keeps a place stays: %s', (_moment, when, look) =>
  withFolder({}, async (folder) => {
    const place = join(folder, 'a.md')
    let looks = 0
    const save = ({ name, path }: DiskCall) => {
      if (name === 'look' && path === place && ++looks === look) fs.writeFileSync(place, 'by an editor\n')
    }
    const before = (call: DiskCall) => {
      withoutLinks(call)
      if (when === 'before') save(call)
    }
    const making = watchDisk({ before, ...(when === 'after' && { after: save }) }, () =>
      new VaultFiles(folder).create('a.md', 'a\n'),
    )
    await expect(making).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(fs.readdirSync(folder)).toEqual(['a.md'])
    expect(fs.readFileSync(place, 'utf8')).toBe('by an editor\n')
  }),
)

test('where the old name of a note cannot be taken away the new one goes, too', () =>
  withFolder({ 'a.md': 'a\n' }, async (folder) => {
    const refuse = ({ name, path }: DiskCall) => {
      if (name === 'rename' && path.endsWith('a.md'))
        throw Object.assign(new Error('refused'), { code: 'EACCES' })
    }
    for (const text of [null, 'A\n']) {
      const move = () => new VaultFiles(folder).move('a.md', 'b.md', version('a\n').hash, text)
      await expect(watchDisk({ before: refuse }, move)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
      expect(fs.readdirSync(folder)).toEqual(['a.md'])
    }
  }))

test('a folder is not moved onto another, be it empty', () =>
  withFolder({ 'a/n.md': 'n\n', 'b/': '' }, async (folder) => {
    await expect(new VaultFiles(folder).moveFolder('a', 'b')).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    })
    expect(fs.readdirSync(join(folder, 'a'))).toEqual(['n.md'])
  }))

test('folders that are left empty go no further up than they were made', () =>
  withFolder({ 'own/made/deep/': '' }, async (folder) => {
    await new VaultFiles(folder).dropFolders('own/made/deep', 'own/made')
    expect(fs.readdirSync(folder, { recursive: true })).toEqual(['own'])
  }))

test('two hard links beside each other are two entries, however alike their names are', () =>
  withFolder({ 'Plan.md': 'x\n' }, async (folder) => {
    const [one, other] = [join(folder, 'Plan.md'), join(folder, 'plan.md')]
    if (fs.existsSync(other)) return
    fs.linkSync(one, other)
    expect(await isSameEntry(one, other)).toBe(false)
  }))
