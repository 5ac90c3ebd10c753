import { type DiskCall, onDisk, watchDisk } from '../support/watch-disk.ts'
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { version } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withFolder } from '../support/with-folder.ts'

async function withFiles(
  texts: Readonly<Record<string, string>>,
  use: (files: VaultFiles, at: (path: string) => string) => Promise<void>,
): Promise<void> {
  await withFolder({ 'vault/': '', ...texts }, async (top) => {
    const root = join(top, 'vault')
    const files = new VaultFiles(root)
    try {
      await use(files, (path) => join(root, path))
    } finally {
      await files.displaced.takeStrays(true)
    }
  })
}

const isWindows = process.platform === 'win32'

test('a hidden settings folder is opened with all that is below it, and no other hidden place', () =>
  withFiles(
    {
      'vault/.obsidian/app.json': '{}',
      'vault/.obsidian/plugins/p/data.json': '{}',
      'vault/.obsidian-2/app.json': '{}',
      'vault/.flint-note/trash/a.md': '',
      'vault/.git/config': '',
      'vault/a.md': 'a\n',
    },
    async (files) => {
      const check = (path: string) => {
        if (path === 'secret.md') throw new Error(`not ${path}`)
      }
      const with_ = new VaultFiles(files.root, check).including('.obsidian')
      for (const path of ['.obsidian/app.json', '.obsidian/plugins/p/data.json', 'a.md'])
        expect(await with_.read(path), path).not.toBeNull()
      for (const path of ['.obsidian-2/app.json', '.flint-note/trash/a.md', '.git/config'])
        await expect(with_.read(path), path).rejects.toMatchObject({ code: 'INVALID_PATH' })
      await expect(with_.read('secret.md')).rejects.toThrow('not secret.md')
      await expect(files.read('.obsidian/app.json')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    },
  ))

test('a path of the vault is taken as it is or with the folder of the vault before it', () =>
  withFiles({}, (files, at) => {
    expect([files.toRelative('./a//b.md'), files.toRelative(at('a/b.md'))]).toEqual(['a/b.md', 'a/b.md'])
    expect(() => files.toRelative(at('../a.md'))).toThrow(expect.objectContaining({ code: 'OUTSIDE_VAULT' }))
    return Promise.resolve()
  }))

test('parts of a file are read, or copied; one that is not there is told or null', () =>
  withFiles({ 'vault/a.md': 'one\ntwo\nthree\n', 'vault/dir/': '' }, async (files, at) => {
    const film = Buffer.alloc(3_000_000, 'film')
    fs.writeFileSync(at('film'), film)
    const copy = await open(at('../copy'), 'wx')
    await files.copyInto('film', copy)
    const gone = { code: 'NOT_FOUND', facts: expect.objectContaining({ path: 'none' }) }
    await expect(files.copyInto('none', copy)).rejects.toMatchObject(gone)
    await copy.close()
    expect(fs.readFileSync(at('../copy')).equals(film)).toBe(true)
    expect(await files.readLines('a.md', { first: 2, last: 2, most: 100 })).toBe('two\n')
    await expect(files.readLines('none', { first: 1, last: 1, most: 1 })).rejects.toMatchObject(gone)
    fs.writeFileSync(at('head.md'), 'x'.repeat(16_385))
    expect(await files.readHead('head.md')).toBe('x'.repeat(16_384))
    expect(await files.readHead('a.md')).toBe('one\ntwo\nthree\n')
    expect(await files.readHead('none')).toBeNull()
    await expect(files.readHead('dir')).rejects.toMatchObject({ code: 'INVALID_PATH' })
  }))

test('a file that has rested is known to, and one just written is not', () =>
  withFiles({ 'vault/a.md': 'a\n' }, async (files, at) => {
    fs.utimesSync(at('a.md'), 1_000.5, 1_000.5)
    const { hash, text } = version('a\n')
    for (const read of [await files.readSettled('a.md'), await files.readStartSettled('a.md')])
      expect(read).toMatchObject({ path: 'a.md', text, atRest: { text, hash } })
    fs.utimesSync(at('a.md'), 1_000.5, Date.now() / 1_000 + 1_000)
    expect(await files.readSettled('a.md')).not.toHaveProperty('atRest')
  }))

// An empty file is waited for, in case somebody is about to write it.
test('what flint wrote itself is read at once', () =>
  withFiles({ 'vault/b.md': 'b\n', 'vault/c.md': 'c\n' }, async (files, at) => {
    const looksAt = async (path: string) => {
      let looks = 0
      const before = (call: DiskCall) => {
        if (call.name === 'look' && call.path === at(path)) looks++
      }
      expect(await watchDisk({ before }, () => files.readSettled(path))).toMatchObject({ text: '' })
      return looks
    }
    await files.create('a.md', '')
    expect(await looksAt('a.md')).toBe(2)
    const { finish, discard } = await files.prepare('b.md', '', version('b\n').hash)
    await finish().finally(discard)
    expect(await looksAt('b.md')).toBe(2)
    await files.move('c.md', 'd.md', version('c\n').hash, '')
    expect(await looksAt('d.md')).toBe(2)
    await files.move('d.md', 'e.md', version('').hash, null)
    fs.utimesSync(at('e.md'), 1, 1)
    expect(await files.readSettled('e.md')).toMatchObject({ text: '' })
  }))

test.skipIf(isWindows)('a folder that becomes a link while a note in it is waited for is judged again', () =>
  withFiles({ 'vault/team/a.md': '', 'vault/private/a.md': 'secret\n' }, async ({ root }, at) => {
    fs.utimesSync(at('private/a.md'), 1, 1)
    const check = (path: string) => {
      if (path.startsWith('private')) throw new Error('not for you')
    }
    let looks = 0
    const swap = ({ name, path }: DiskCall) => {
      if (name !== 'look' || path !== at('team/a.md') || ++looks !== 3) return
      fs.renameSync(at('team'), at('was'))
      fs.symlinkSync('private', at('team'))
    }
    const reading = watchDisk({ before: swap }, () => new VaultFiles(root, check).readSettled('team/a.md'))
    await expect(reading).rejects.toThrow('not for you')
  }),
)

test('a note that is taken away once it was quiet is waited for again', () =>
  withFiles({ 'vault/a.md': 'a\n' }, async (files, at) => {
    fs.utimesSync(at('a.md'), 1, 1)
    let looks = 0
    const isLook = ({ name, path }: DiskCall) => name === 'look' && path === at('a.md')
    const before = (call: DiskCall) => {
      if (isLook(call) && ++looks === 4) fs.writeFileSync(at('a.md'), 'again\n')
    }
    const after = (call: DiskCall) => {
      if (isLook(call) && looks === 2) fs.unlinkSync(at('a.md'))
    }
    const reading = watchDisk({ before, after }, () => files.readSettled('a.md'))
    expect(await reading).toMatchObject({ text: 'again\n' })
  }))

test('a note that is emptied again and again for more than five seconds is given up', () =>
  withFiles({ 'vault/a.md': '' }, async (files, at) => {
    const now = performance.now.bind(performance)
    let time = 0
    performance.now = () => time
    const times = [0, 5_000, 5_001]
    let looks = 0
    const isLook = ({ name, path }: DiskCall) => name === 'look' && path === at('a.md')
    const before = (call: DiskCall) => {
      if (!isLook(call) || looks++ % 2 !== 0) return
      fs.writeFileSync(at('a.md'), 'a\n')
      fs.utimesSync(at('a.md'), 1, 1)
    }
    const after = (call: DiskCall) => {
      if (!isLook(call) || looks % 2 !== 0) return
      fs.writeFileSync(at('a.md'), '')
      time = times.shift() ?? 10_000
    }
    try {
      const reading = watchDisk({ before, after }, () => files.readSettled('a.md'))
      await expect(reading).rejects.toMatchObject({ code: 'CONFLICT', facts: { path: 'a.md' } })
      expect(looks).toBe(6)
    } finally {
      performance.now = now
    }
  }))

test('a note that is emptied once it was quiet is waited for until it is written', () =>
  withFiles({ 'vault/a.md': 'a\n' }, async (files, at) => {
    fs.utimesSync(at('a.md'), 1, 1)
    let looks = 0
    const empty = ({ name, path }: DiskCall) => {
      if (name !== 'look' || path !== at('a.md')) return
      looks++
      if (looks === 2) fs.writeFileSync(at('a.md'), '')
      if (looks === 4) fs.writeFileSync(at('a.md'), 'saved\n')
    }
    expect(await watchDisk({ after: empty }, () => files.readSettled('a.md'))).toMatchObject({
      text: 'saved\n',
    })
  }))

test.skipIf(isWindows)('a file is found under the path it has behind links, a folder is not a file', () =>
  withFiles({ 'vault/dir/a.md': 'a\n' }, async (files, at) => {
    fs.symlinkSync('dir', at('way'))
    fs.symlinkSync('dir/a.md', at('link.md'))
    const found = await Promise.all(
      ['dir/a.md', 'way/a.md', 'link.md', 'dir', 'way', 'none'].map((path) => files.findFile(path)),
    )
    expect(found).toEqual(['dir/a.md', 'dir/a.md', 'dir/a.md', null, null, null])
    const paths = ['dir', 'way', 'link.md', 'none']
    expect(await Promise.all(paths.map((path) => files.isFolder(path)))).toEqual([true, true, false, false])
    expect(await Promise.all(paths.map((path) => files.exists(path)))).toEqual([true, true, true, false])
  }),
)

test('a name that differs in case or in how accents are written alone is found in its own folder', () =>
  withFiles(
    { 'vault/Plan.md': '', 'vault/dir/e\u0301te\u0301.md': '', 'vault/dir/Plan 2.md': '' },
    async (files) => {
      const names = ['PLAN.md', 'dir/\u00c9T\u00c9.md', 'dir/Plan.md', 'none/Plan.md']
      expect(await Promise.all(names.map((path) => files.sameName(path)))).toEqual([
        'Plan.md',
        'dir/e\u0301te\u0301.md',
        null,
        null,
      ])
    },
  ))

test('where a file is no folder is made, and where the system refuses one that is told', () =>
  withFiles({ 'vault/a.md': 'a\n', 'vault/shut/': '' }, async (files, at) => {
    for (const path of ['a.md', 'a.md/b', 'a.md/b/c'])
      await expect(files.makeFolder(path)).rejects.toMatchObject({
        code: 'INVALID_PATH',
        message: expect.stringContaining('cannot be a folder'),
      })
    await expect(files.makeFolder('long'.repeat(100))).rejects.toMatchObject({ code: 'INVALID_PATH' })
    if (isWindows) return
    fs.chmodSync(at('..'), 0o755)
    fs.chmodSync(at('shut'), 0o555)
    await asOrdinaryUser(async () => {
      await expect(files.makeFolder('shut/a')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    })
    expect(Object.keys(treeOf(at('.')))).toEqual(['a.md', 'shut/'])
  }))

test('nothing is made or named before the caller is ready, who is asked before each', () =>
  withFiles({}, async (files, at) => {
    const seen: (readonly string[])[] = []
    const look = () =>
      Promise.resolve(
        void seen.push(Object.keys(treeOf(at('.'))).filter((path) => !path.includes('.flint-'))),
      )
    await files.create('a/b/c.md', 'c\n', undefined, undefined, look)
    expect(seen).toEqual([[], ['a/', 'a/b/']])
    await files.create('a/d.md', 'd\n', undefined, undefined, look)
    expect(seen.slice(2)).toEqual([['a/', 'a/b/', 'a/b/c.md']])
    const made = treeOf(at('.'))
    const never = () => Promise.reject(new Error('not now'))
    for (const path of ['a/e.md', 'e/f.md'])
      await expect(files.create(path, 'x', undefined, undefined, never)).rejects.toThrow('not now')
    expect(treeOf(at('.'))).toEqual(made)
  }))

test('an error of a move tells the path that it is about', () =>
  withFiles({ 'vault/a.md': 'a\n', 'vault/b.md': 'b\n' }, async (files, at) => {
    const { hash } = version('a\n')
    await expect(files.move('a.md', 'b.md', hash, null)).rejects.toMatchObject({
      ...{ code: 'ALREADY_EXISTS', facts: { path: 'b.md' } },
    })
    await expect(files.move('none.md', 'c/d.md', hash, null)).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', facts: { path: 'none.md' } },
    })
    await expect(files.remove('none.md', hash)).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', facts: { path: 'none.md' } },
    })
    expect(treeOf(at('.'))).toMatchObject({ 'a.md': 'a\n', 'b.md': 'b\n' })
  }))

test('a folder does not move onto what takes its place at that moment, nor into itself', () =>
  withFiles({ 'vault/dir/a.md': 'a\n' }, async (files, at) => {
    const take = () => {
      fs.mkdirSync(at('new'))
      fs.writeFileSync(at('new/theirs.md'), 'theirs\n')
    }
    await expect(files.moveFolder('dir', 'new', take)).rejects.toMatchObject({
      ...{ code: 'ALREADY_EXISTS', facts: { path: 'new' } },
    })
    await expect(files.moveFolder('dir', 'dir/sub')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    expect(treeOf(at('.'))).toEqual({
      'dir/': '',
      'dir/a.md': 'a\n',
      'new/': '',
      'new/theirs.md': 'theirs\n',
    })
  }))

test.skipIf(isWindows)('neither the trash nor a link to a folder moves as a folder', () =>
  withFiles({ 'vault/dir/a.md': '', 'vault/.flint-note/trash/old/b.md': '' }, async (files, at) => {
    fs.symlinkSync('dir', at('way'))
    const before = Object.keys(treeOf(at('dir')))
    for (const [from, to] of [
      ['.flint-note/trash', 'new'],
      ['.flint-note/trash/old', 'new'],
      ['dir', '.flint-note/trash/dir'],
      ['./dir', at('.flint-note/trash/dir')],
    ] as const)
      await expect(files.moveFolder(from, to), from).rejects.toMatchObject({
        code: 'INVALID_PATH',
        message: expect.stringContaining('hidden'),
      })
    for (const path of ['way', 'none', 'dir/a.md'])
      await expect(files.moveFolder(path, 'new'), path).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([Object.keys(treeOf(at('dir'))), fs.readlinkSync(at('way')), fs.existsSync(at('new'))]).toEqual([
      before,
      'dir',
      false,
    ])
    await files.moveFolder('dir', 'new/deep')
    expect(fs.readdirSync(at('new/deep'))).toEqual(['a.md'])
  }),
)

test('the folder of the vault stays, however empty it is left', () =>
  withFiles({ 'vault/a/b/': '', 'vault/c/d/': '' }, async (files, at) => {
    await files.dropFolders('c/d', 'a')
    await files.dropFolders('a/b', '')
    expect(Object.keys(treeOf(at('.')))).toEqual(['c/', 'c/d/'])
    await files.dropFolders('c/d', '')
    await files.dropFolders('', '')
    expect(fs.readdirSync(at('.'))).toEqual([])
  }))

test.skipIf(isWindows)('whoever may read a file may run it, or nobody; a link changes nothing', () =>
  withFiles({ 'vault/run.sh': '' }, async (files, at) => {
    const mode = () => fs.statSync(at('run.sh')).mode & 0o777
    fs.chmodSync(at('run.sh'), 0o640)
    fs.symlinkSync('run.sh', at('link.sh'))
    await files.setExecutable('run.sh', true)
    expect(mode()).toBe(0o750)
    await files.setExecutable('run.sh', false)
    expect(mode()).toBe(0o640)
    await expect(files.setExecutable('link.sh', true)).rejects.toMatchObject({ code: 'INVALID_PATH' })
    await expect(files.setExecutable('none.sh', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(mode()).toBe(0o640)
  }),
)

test('a prepared text that is not wanted leaves nothing behind, and what fails in its place is told of its path', () =>
  withFiles({ 'vault/a.md': 'a\n' }, async (files, at) => {
    await (await files.prepare('a.md', 'A\n', version('a\n'))).discard()
    expect(fs.readdirSync(at('.'))).toEqual(['a.md'])
    const { finish, discard } = await files.prepare('a.md', 'A\n', version('a\n').hash)
    const refused = onDisk(
      'before',
      ({ name }) => name === 'swap' || name === 'rename',
      () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      },
      () => finish().finally(discard),
    )
    await expect(refused).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE', facts: { path: 'a.md' } })
    expect(treeOf(at('.'))).toEqual({ 'a.md': 'a\n' })
    await expect(files.prepare('none.md', 'A\n', version('a\n').hash)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }))
