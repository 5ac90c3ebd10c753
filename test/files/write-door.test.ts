import { type DiskCall, onDisk, watchDisk } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ContentHash } from '../../src/model/ids.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { version } from '../support/change-files.ts'
import { hashOf } from '../support/hash-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withFolder } from '../support/with-folder.ts'

/** A text longer than those that are read and written at once. */
const long = 'a line of a long note\n'.repeat(20_000)
const isLinux = process.platform === 'linux'

async function withFiles(
  texts: Readonly<Record<string, string>>,
  use: (files: VaultFiles, at: (path: string) => string) => Promise<void>,
): Promise<void> {
  await withFolder(texts, async (folder) => {
    const files = new VaultFiles(folder)
    try {
      await use(files, (path) => join(folder, path))
    } finally {
      await files.displaced.takeStrays(true)
    }
  })
}

async function replace(files: VaultFiles, path: string, from: string, to: string): Promise<void> {
  const { finish, discard } = await files.prepare(path, to, version(from).hash)
  await finish().finally(discard)
}

const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => null,
    (error: unknown) => error,
  )

test.skipIf(!isLinux)('no work on files leaves one of them open, however it ends', () =>
  withFiles(
    { 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n', 'd.md': 'd\n', 'long.md': long, 'dir/e.md': 'e\n' },
    async (files, at) => {
      const open = () => fs.readdirSync('/proc/self/fd').length
      const before = open()
      await files.read('a.md')
      await files.readStart('long.md')
      await files.readSettled('a.md')
      await files.readHead('a.md')
      await files.readBytes('a.md', 100)
      await files.readBytes('a.md', 1)
      await files.look('a.md')
      expect(await refusal(files.read('dir'))).toMatchObject({ code: 'INVALID_PATH' })
      const stale = hashOf('else') as ContentHash
      const ends = [
        () => files.prepare('a.md', 'A\n', stale),
        () => files.remove('a.md', stale),
        () => files.move('a.md', 'x.md', stale, null),
        () => files.move('a.md', 'b.md', version('a\n').hash, null),
        () => files.move('a.md', 'b.md', version('a\n').hash, 'A\n'),
        () => files.create('b.md', 'B\n'),
      ]
      for (const end of ends) expect(await refusal(end())).not.toBeNull()
      await (await files.prepare('a.md', 'A\n', version('a\n').hash)).discard()
      const refuse = () => {
        throw new Error('not now')
      }
      const prepared = await files.prepare('a.md', 'A\n', version('a\n').hash)
      expect(await refusal(prepared.finish(refuse).finally(prepared.discard))).toEqual(new Error('not now'))
      expect(await refusal(files.remove('a.md', version('a\n').hash, refuse))).toEqual(new Error('not now'))
      await replace(files, 'a.md', 'a\n', 'A\n')
      await replace(files, 'long.md', long, 'short\n')
      await files.move('b.md', 'new/b.md', version('b\n').hash, null)
      await files.move('c.md', 'new/c.md', version('c\n').hash, 'C\n')
      await files.moveFolder('dir', 'other')
      const note = at('d.md')
      const overtaken = onDisk(
        'before',
        ({ name, path }) => name === 'swap' && path === note,
        () => {
          fs.writeFileSync(note, 'by an editor\n')
        },
        () => replace(files, 'd.md', 'd\n', 'D\n'),
      )
      expect(await refusal(overtaken)).toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
      await files.remove('d.md', version('by an editor\n').hash)
      await files.syncFolders(['', 'new', 'other'])
      await files.displaced.takeStrays(true)
      expect(open()).toBe(before)
      expect(treeOf(at('.'))).toEqual({
        'a.md': 'A\n',
        'long.md': 'short\n',
        'new/': '',
        'new/b.md': 'b\n',
        'new/c.md': 'C\n',
        'other/': '',
        'other/e.md': 'e\n',
      })
    },
  ),
)

test('a file keeps its permissions whatever the process would give, and a new one has what it is given', () =>
  withFiles({ 'a.md': 'a\n', 'b.md': 'b\n' }, async (files, at) => {
    const mode = (path: string) => fs.statSync(at(path)).mode & 0o7777
    fs.chmodSync(at('a.md'), 0o666)
    fs.chmodSync(at('b.md'), 0o606)
    await replace(files, 'a.md', 'a\n', 'A\n')
    await files.move('b.md', 'c.md', version('b\n').hash, 'B\n')
    expect([mode('a.md'), mode('c.md')]).toEqual([0o666, 0o606])
    await files.create('given.md', 'x', 0o622)
    await files.create('usual.md', 'x')
    fs.writeFileSync(at('usual of the system'), 'x')
    expect([mode('given.md'), mode('usual.md')]).toEqual([0o622, mode('usual of the system')])
  }))

test.skipIf(process.getuid?.() !== 0)(
  'a file keeps its owner and group, also moved with a new text (needs root, to give files away)',
  () =>
    withFiles({ 'a.md': 'a\n', 'b.md': 'b\n' }, async (files, at) => {
      const rights = (path: string) => {
        const { uid, gid, mode } = fs.statSync(at(path))
        return [uid, gid, mode & 0o7777]
      }
      for (const path of ['a.md', 'b.md']) {
        fs.chownSync(at(path), 1000, 1001)
        fs.chmodSync(at(path), 0o2660)
      }
      await replace(files, 'a.md', 'a\n', 'A\n')
      await files.move('b.md', 'c.md', version('b\n').hash, 'B\n')
      expect([rights('a.md'), rights('c.md')]).toEqual(Array(2).fill([1000, 1001, 0o2660]))
    }),
)

test('texts and bytes of every length are written and read whole', () =>
  withFiles({ 'a.md': 'a\n' }, async (files, at) => {
    await replace(files, 'a.md', 'a\n', long)
    expect(fs.readFileSync(at('a.md'), 'utf8')).toBe(long)
    expect(await files.read('a.md')).toMatchObject({ text: long, hash: hashOf(long), isUtf8: true })
    expect(await files.look('a.md')).toMatchObject({ kind: 'file', hash: hashOf(long) })
    await replace(files, 'a.md', long, '')
    expect(fs.readFileSync(at('a.md'), 'utf8')).toBe('')
    await files.create('bytes', Buffer.from([0xff, 0, 0xe9]))
    expect(await files.readBytes('bytes', 3)).toEqual(Buffer.from([0xff, 0, 0xe9]))
    expect(await files.readBytes('bytes', 2)).toBe('too large')
    expect(await files.readBytes('none', 2)).toBe('missing')
  }))

test('what is at a path is told, and whether it is the expected text', () =>
  withFiles({ 'a.md': 'a\n', 'dir/b.md': 'b\n' }, async (files) => {
    expect(await files.look('a.md', { text: 'a\n' })).toMatchObject({
      kind: 'file',
      hash: hashOf('a\n'),
      text: 'a\n',
    })
    for (const expected of ['b\n', 'a', null])
      expect(await files.look('a.md', { text: expected })).not.toHaveProperty('text')
    expect(await files.look('dir')).toEqual({ kind: 'folder' })
    expect(await files.look('none')).toEqual({ kind: 'nothing' })
    expect(await Promise.all(['a.md', 'dir', 'none'].map((path) => files.exists(path)))).toEqual([
      true,
      true,
      false,
    ])
    expect(await Promise.all(['a.md', 'dir', 'none'].map((path) => files.isFolder(path)))).toEqual([
      false,
      true,
      false,
    ])
    expect(await files.names('dir')).toEqual(['b.md'])
    expect(await files.names('none')).toEqual([])
  }))

test.skipIf(!isLinux)('names that differ in case are two files where the drive tells them apart', () =>
  withFiles({ 'a.md': 'a\n', 'A.md': 'A\n', 'x/a.md': 'a\n', 'b.md': 'b\n' }, async (files, at) => {
    fs.linkSync(at('b.md'), at('B.md'))
    fs.linkSync(at('b.md'), at('x/b.md'))
    for (const [one, other] of [
      ['a.md', 'A.md'],
      ['b.md', 'B.md'],
      ['b.md', 'x/b.md'],
      ['a.md', 'x/a.md'],
      ['a.md', 'b.md'],
      ['none.md', 'NONE.md'],
    ] as const)
      expect(await files.isSameEntry(one, other), `${one} ${other}`).toBe(false)
  }),
)

test('a folder moves to a free name alone, and what was saved late into a note in it follows', () =>
  withFiles({ 'dir/a.md': 'a\n', 'taken/b.md': 'b\n', 'file.md': 'f\n' }, async (files, at) => {
    expect(await refusal(files.moveFolder('dir', 'taken'))).toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(await refusal(files.moveFolder('dir', 'file.md'))).toMatchObject({ code: 'ALREADY_EXISTS' })
    expect(await refusal(files.moveFolder('none', 'new'))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(files.moveFolder('file.md', 'new'))).toMatchObject({ code: 'NOT_FOUND' })
    const editor = fs.openSync(at('dir/a.md'), 'r+')
    await replace(files, 'dir/a.md', 'a\n', 'A\n')
    await files.moveFolder('dir', 'far/dir')
    fs.writeSync(editor, 'late\n', 0)
    fs.closeSync(editor)
    const [stray] = await files.displaced.takeStrays(true)
    expect(stray).toMatchObject({ path: 'far/dir/a.md', kind: 'late' })
    expect(String(stray?.saved)).toBe('late\n')
    expect(await files.displaced.takeStrays(true)).toEqual([])
  }))

test('empty folders go up to the one that is named, a missing one does not stop it, one in use does', () =>
  withFiles({ 'top/a/b/': '', 'keep/a/b/': '', 'keep/a/x.md': 'x\n' }, async (files, at) => {
    await files.dropFolders('top/a/b/c', 'top/a')
    await files.dropFolders('keep/a/b', 'keep')
    expect(treeOf(at('.'))).toEqual({ 'top/': '', 'keep/': '', 'keep/a/': '', 'keep/a/x.md': 'x\n' })
  }))

test('a note whose attributes somebody changes without end is given up, as it is', () =>
  withFiles({ 'a.md': 'a\n' }, async (files, at) => {
    let mode = 0o600
    const touch = ({ name, path }: DiskCall) => {
      if (name === 'look' && basename(path) === 'a.md') fs.chmodSync(at('a.md'), (mode ^= 0o40))
    }
    const done = watchDisk({ before: touch }, () => replace(files, 'a.md', 'a\n', 'A\n'))
    expect(await refusal(done)).toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n' })
  }))

test.each([
  [
    'saved by others',
    (at: (path: string) => string) => {
      fs.writeFileSync(at('b.md'), 'theirs\n')
    },
    'theirs\n',
  ],
  [
    'replaced by others',
    (at: (path: string) => string) => {
      fs.writeFileSync(at('b.tmp'), 'theirs\n')
      fs.renameSync(at('b.tmp'), at('b.md'))
    },
    'theirs\n',
  ],
  [
    'removed',
    (at: (path: string) => string) => {
      fs.unlinkSync(at('b.md'))
    },
    undefined,
  ],
  ['left alone', () => undefined, undefined],
])('a move that is overtaken takes its new name back, unless it was %s', (_what, happen, left) =>
  withFiles({ 'a.md': 'a\n' }, async (files, at) => {
    const done = onDisk(
      'after',
      ({ name, to }) => name === 'link' && basename(to) === 'b.md',
      () => {
        fs.writeFileSync(at('a.md'), 'saved\n')
        happen(at)
      },
      () => files.move('a.md', 'b.md', version('a\n').hash, 'moved\n'),
    )
    expect(await refusal(done)).toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'saved\n', ...(left !== undefined && { 'b.md': left }) })
  }),
)

test('to a drive mounted in the vault a note is copied, with its permissions, and the old name goes', () =>
  withFiles({ 'a.md': 'a\n' }, async (files, at) => {
    fs.chmodSync(at('a.md'), 0o640)
    const refuse = ({ name, path }: DiskCall) => {
      if (name === 'link' && basename(path) === 'a.md')
        throw Object.assign(new Error('far'), { code: 'EXDEV' })
    }
    await watchDisk({ before: refuse }, () => files.move('a.md', 'far/b.md', version('a\n').hash, null))
    expect(treeOf(at('.'))).toEqual({ 'far/': '', 'far/b.md': 'a\n' })
    expect(fs.statSync(at('far/b.md')).mode & 0o777).toBe(0o640)
  }))

test('a move that the system refuses leaves the note where it was', () =>
  withFiles({ 'a.md': 'a\n' }, async (files, at) => {
    const refuse = ({ name }: DiskCall) => {
      if (name === 'link') throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    for (const text of [null, 'A\n'])
      expect(
        await refusal(
          watchDisk({ before: refuse }, () => files.move('a.md', 'b.md', version('a\n').hash, text)),
        ),
      ).toMatchObject({ code: expect.any(String) })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n' })
  }))

test('a note that is being saved is waited for, and one that stays empty or away is told', () =>
  withFiles({ 'a.md': 'a\n', 'gone.md': 'gone\n', 'empty.md': '' }, async (files, at) => {
    fs.writeFileSync(at('a.md'), '')
    const emptied = files.readSettled('a.md')
    fs.unlinkSync(at('gone.md'))
    const away = files.readSettled('gone.md')
    await wait(30)
    fs.writeFileSync(at('a.md'), 'saved\n')
    fs.writeFileSync(at('gone.md'), 'again\n')
    expect(await emptied).toMatchObject({ text: 'saved\n' })
    expect(await away).toMatchObject({ text: 'again\n' })
    fs.utimesSync(at('empty.md'), 1, 1)
    expect(await files.readSettled('empty.md')).toMatchObject({ text: '' })
    expect(await files.readSettled('never.md')).toBeNull()
    expect(await files.comesBack('never.md')).toBe(false)
    expect(await files.comesBack('a.md')).toBe(true)
  }))

test('a link to a folder whose name begins as the vault’s does leads out of it', () =>
  withFolder({ 'vault/a.md': 'a\n', 'vault-two/b.md': 'b\n' }, async (top) => {
    fs.symlinkSync(join(top, 'vault-two'), join(top, 'vault/out'))
    const files = new VaultFiles(join(top, 'vault'))
    expect(await refusal(files.read('out/b.md'))).toMatchObject({ code: 'OUTSIDE_VAULT' })
    expect(await refusal(files.create('out/c.md', 'c\n'))).toMatchObject({ code: 'OUTSIDE_VAULT' })
    expect(fs.readdirSync(join(top, 'vault-two'))).toEqual(['b.md'])
  }))
