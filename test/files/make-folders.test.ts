import { type DiskCall, watchDisk } from '../support/watch-disk.ts'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolders } from '../../src/files/make-folders.ts'
import { withFolder } from '../support/with-folder.ts'

const deep = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`).join('/')

test.skipIf(process.platform === 'win32')(
  'a folder is made with the missing ones above it, each one’s name safe on disk before the next',
  () =>
    withFolder({ 'there/': '' }, async (folder) => {
      const synced: string[] = []
      const after = ({ name, path }: DiskCall) => {
        if (name !== 'sync') return
        const below = readdirSync(path).find(
          (one) => existsSync(join(path, one, '..')) && statSync(join(path, one)).isDirectory(),
        )
        synced.push(`${relative(folder, path)} ${below}`)
      }
      await watchDisk({ after }, () => makeFolders(join(folder, 'there/a/b')))
      expect(synced).toEqual(['there a', 'there/a b'])
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['there', 'there/a', 'there/a/b'])
      synced.length = 0
      await watchDisk({ after }, () => makeFolders(join(folder, 'there/a/b')))
      expect(synced).toEqual([])
    }),
)

test('of two that make the same folders at once neither fails', () =>
  withFolder({}, async (folder) => {
    await Promise.all(Array.from({ length: 4 }, () => makeFolders(join(folder, deep(20)))))
    expect(statSync(join(folder, deep(20))).isDirectory()).toBe(true)
  }))

test('where a file is, or is put meanwhile, no folder is made', () =>
  withFolder({ 'file.md': 'text\n' }, async (folder) => {
    for (const path of ['file.md', 'file.md/a', 'file.md/a/b'])
      await expect(makeFolders(join(folder, path)), path).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:EEXIST|ENOTDIR)$/),
      })
    expect(readdirSync(folder)).toEqual(['file.md'])
  }))

test.skipIf(process.platform !== 'linux')(
  'where the system makes no folder it is told, without end or not',
  async () => {
    for (const path of ['/proc/flint', '/proc/flint/a/b'])
      await expect(makeFolders(path)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

test('a hundred folders in each other are made at once, and of more none', () =>
  withFolder({}, async (folder) => {
    const refused = {
      code: 'INVALID_PATH',
      message: expect.stringContaining('101'),
      facts: { most_folders: 100 },
    }
    await expect(makeFolders(join(folder, deep(101)))).rejects.toMatchObject(refused)
    expect(readdirSync(folder)).toEqual([])
    await makeFolders(join(folder, deep(100)))
    await makeFolders(join(folder, deep(101)))
    expect(existsSync(join(folder, deep(101)))).toBe(true)
  }))
