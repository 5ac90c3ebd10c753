import { type DiskCall, watchDisk } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { mostReadBytes } from '../../src/model/note-size.ts'
import { version } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withFolder } from '../support/with-folder.ts'

type Step = (files: VaultFiles, beforeStep?: () => void) => Promise<void>

const hash = version('a\n').hash
const steps: Readonly<Record<string, Step>> = {
  create: (files, beforeStep) => files.create('new.md', 'new\n', undefined, beforeStep),
  replace: async (files, beforeStep) => {
    const { finish, discard } = await files.prepare('a.md', 'A\n', hash)
    await finish(beforeStep).finally(discard)
  },
  remove: (files, beforeStep) => files.remove('a.md', hash, beforeStep),
  'move as it is': (files, beforeStep) => files.move('a.md', 'in/b.md', hash, null, beforeStep),
  'move with a text': (files, beforeStep) => files.move('a.md', 'in/b.md', hash, 'A\n', beforeStep),
  'move a folder': (files, beforeStep) => files.moveFolder('dir', 'in/dir', beforeStep),
  'make folders': (files) => files.makeFolder('in/deep/er'),
  'sync folders': (files) => files.syncFolders(['', '', 'none']),
}
const start = { 'a.md': 'a\n', 'dir/d.md': 'd\n', 'in/': '' }

/** What reaches the disk, in order; a hidden file by its ending. */
async function orderOf(step: Step): Promise<readonly string[]> {
  const order: string[] = []
  await withFolder(start, async (folder) => {
    const named = (path: string) => (path === folder ? '/' : basename(path).replace(/^\.flint-.*\./, '.'))
    const after = ({ name, path, to }: DiskCall) => {
      if (name === 'look' || name === 'make') return
      order.push(
        name === 'sync' || name === 'unlink'
          ? `${name} ${named(path)}`
          : `${name} ${named(path)} ${named(to)}`,
      )
    }
    const files = new VaultFiles(folder)
    await watchDisk({ after }, () => step(files))
    await files.displaced.takeStrays(true)
  })
  return order
}

// A text is on the disk before it has a name, and a new name before the old one goes.
test.skipIf(process.platform !== 'linux').each([
  ['create', ['sync .tmp', 'rename .tmp .kept', 'link .kept new.md', 'unlink .kept']],
  ['replace', ['sync .tmp', 'rename .tmp .kept', 'swap a.md .kept', 'unlink .kept']],
  ['remove', ['rename a.md .kept', 'unlink .kept']],
  ['move as it is', ['link a.md b.md', 'sync in', 'rename a.md .kept', 'unlink .kept']],
  [
    'move with a text',
    [
      ...[
        'sync .tmp',
        'rename .tmp .kept',
        'link .kept b.md',
        'sync in',
        'rename a.md .kept',
        'unlink .kept',
      ],
      'unlink .kept',
    ],
  ],
  ['move a folder', ['rename dir dir']],
  ['make folders', ['sync in', 'sync deep']],
  ['sync folders', ['sync /']],
])('to %s the disk is asked in an order that survives a power failure', async (name, order) => {
  expect(await orderOf(steps[name]!)).toEqual(order)
})

test.each(Object.keys(steps).filter((name) => !name.endsWith('folders')))(
  'whoever may not %s by then changes nothing',
  (name) =>
    withFolder(start, async (folder) => {
      const refuse = () => {
        throw new Error('not any more')
      }
      await expect(steps[name]!(new VaultFiles(folder), refuse)).rejects.toThrow('not any more')
      expect(treeOf(folder)).toEqual({ 'a.md': 'a\n', 'dir/': '', 'dir/d.md': 'd\n', 'in/': '' })
    }),
)

test('a folder that could not be moved at once is moved only while that may be', () =>
  withFolder(start, async (folder) => {
    let asked = 0
    const mayGoOn = () => {
      if (++asked === 2) throw new Error('not any more')
    }
    const busy = ({ name }: DiskCall) => {
      if (name === 'rename' && asked === 1) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    }
    const files = new VaultFiles(folder)
    const moving = () => files.moveFolder('dir', 'in/dir', mayGoOn)
    await expect(watchDisk({ before: busy }, moving)).rejects.toThrow('not any more')
    expect(fs.existsSync(join(folder, 'dir'))).toBe(true)
    asked = 2
    await watchDisk(
      {
        before: ({ name }) => {
          if (name === 'rename' && ++asked === 4) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
        },
      },
      moving,
    )
    expect(fs.existsSync(join(folder, 'in/dir/d.md'))).toBe(true)
  }))

test.each(['create', 'replace', 'move with a text'])(
  'a text that does not reach the disk leaves nothing behind: %s',
  (name) =>
    withFolder(start, async (folder) => {
      const full = ({ name: call }: DiskCall) => {
        if (call === 'sync') throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      }
      const step = () => steps[name]!(new VaultFiles(folder))
      await expect(watchDisk({ before: full }, step)).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
      expect(treeOf(folder)).toEqual({ 'a.md': 'a\n', 'dir/': '', 'dir/d.md': 'd\n', 'in/': '' })
    }),
)

test('a hidden file of flint’s own that cannot be removed is told', () =>
  withFolder(start, async (folder) => {
    const refuse = ({ name, path }: DiskCall) => {
      if (name === 'unlink' && path.endsWith('.kept'))
        throw Object.assign(new Error('refused'), { code: 'EIO' })
    }
    const done = watchDisk({ before: refuse }, () => steps['create']!(new VaultFiles(folder)))
    await expect(done).rejects.toMatchObject({ code: 'EIO' })
  }))

test('folders are made a hundred deep and no deeper, and nothing below a file', () =>
  withFolder({ 'file.md': 'f\n' }, async (folder) => {
    const files = new VaultFiles(folder)
    await expect(files.makeFolder('d/'.repeat(101))).rejects.toMatchObject({ code: 'INVALID_PATH' })
    await expect(files.makeFolder('file.md/below')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    await expect(files.create('file.md/a.md', 'a\n')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    expect(treeOf(folder)).toEqual({ 'file.md': 'f\n' })
    await files.makeFolder('d/'.repeat(100))
    expect(await files.isFolder('d/'.repeat(100))).toBe(true)
  }))

test('a busy drive is asked again, and nothing is refused where nobody has saved', () =>
  withFolder(start, async (folder) => {
    let isBusy = true
    const busy = ({ name, to }: DiskCall) => {
      if (name === 'swap') throw Object.assign(new Error('not here'), { code: 'ENOSYS' })
      if (name !== 'rename' || basename(to) !== 'a.md' || !isBusy) return
      isBusy = false
      throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    }
    await watchDisk({ before: busy }, () => steps['replace']!(new VaultFiles(folder)))
    expect(fs.readFileSync(join(folder, 'a.md'), 'utf8')).toBe('A\n')
  }))

test('what is written late into a note that was replaced and then moved is told under its new name', () =>
  withFolder(start, async (folder) => {
    const files = new VaultFiles(folder)
    const editor = fs.openSync(join(folder, 'a.md'), 'r+')
    await steps['replace']!(files)
    await files.move('a.md', 'in/b.md', version('A\n').hash, null)
    fs.writeSync(editor, 'late\n', 0)
    fs.closeSync(editor)
    expect(await files.displaced.takeStrays(true)).toMatchObject([{ path: 'in/b.md', kind: 'late' }])
  }))

test('folders that two make at once are there for both', () =>
  withFolder({}, async (folder) => {
    const files = new VaultFiles(folder)
    await Promise.all(['a/b/c', 'a/b/c', 'a/b/d'].map((path) => files.makeFolder(path)))
    expect(treeOf(folder)).toEqual({ 'a/': '', 'a/b/': '', 'a/b/c/': '', 'a/b/d/': '' })
  }))

test('a file that is far too long for a note is refused before it is read', () =>
  withFolder({ 'film.md': '' }, async (folder) => {
    const files = new VaultFiles(folder)
    fs.truncateSync(join(folder, 'film.md'), mostReadBytes + 1)
    const refused = { code: 'INVALID_ARGUMENT' }
    await expect(files.readStart('film.md')).rejects.toMatchObject(refused)
    await expect(files.readLines('film.md', { first: 1, last: 2, most: 10 })).rejects.toMatchObject(refused)
  }))
