import { execFileSync } from 'node:child_process'
import { chmod, lstat, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { syncVault } from '../../src/page/calls/sync-vault.ts'
import { placeTree } from '../../src/domain/place-tree.ts'
import { Repository } from '../../src/git/repository.ts'
import type { Given, JobName } from '../../src/text-work/text-jobs.ts'
import { TextWork } from '../../src/text-work/text-work.ts'
import { type Clone, runGit, withTwo } from '../support/with-clones.ts'
import { withVault } from '../support/with-vault.ts'

const files = { 'a.md': '# A\none\n', 'k.md': 'k\n' }
const silent = () => undefined

describe('what cannot be put in place leaves all as it was', () => {
  test('a file outside the vault that is changed and not committed', () =>
    withTwo(
      { 'notes/.flint-note/config.yml': '{}\n', 'notes/a.md': '# A\n', 'c.c': '1\n' },
      async (other, own, flint) => {
        await other.send({ 'notes/a.md': '# A\ntheirs\n', 'c.c': '2\n' })
        await own.write('c.c', 'LOCAL\n')
        const env = { FLINT_CONFIG_DIR: `${own.folder}.config`, FLINT_DATA_DIR: `${own.folder}.data` }
        for (const attempt of [1, 2]) {
          const { code, stderr } = await flint.run(['sync'], { cwd: join(own.folder, 'notes'), env })
          expect({ attempt, code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('c.c') })
          expect(stderr).toContain('git stash')
        }
        expect(own.git('status', '--porcelain')).toBe(' M c.c\n')
        expect(own.git('log', '--format=%s', '-1')).toBe('first\n')
      },
    ))

  for (const { flags, path } of [
    { flags: ['skip-worktree'], path: 'a.md' },
    { flags: ['assume-unchanged'], path: 'a.md' },
    { flags: ['skip-worktree'], path: 'it is.csv' },
    { flags: ['assume-unchanged'], path: 'it is.csv' },
    { flags: ['skip-worktree', 'assume-unchanged'], path: 'a.md' },
  ])
    test(`a file that git is told not to look at: ${path}, ${flags.join(', ')}`, () =>
      withTwo({ ...files, 'it is.csv': '# A\none\n' }, async (other, own) => {
        await other.send({ [path]: '# A\ntheirs\n', 'k.md': 'k theirs\n' })
        for (const flag of flags) own.git('update-index', `--${flag}`, path)
        await own.write(path, '# A\nmine\n')
        const { code, stderr } = await own.flint('sync')
        expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining(flags.join(', ')) })
        expect([await own.read(path), await own.read('k.md')]).toEqual(['# A\nmine\n', 'k\n'])
        const commands = stderr.match(/git update-index --no-\S+ (?:'.+?'|\S+)/g) ?? []
        expect(commands).toHaveLength(flags.length)
        for (const command of commands) execFileSync('sh', ['-c', command], { cwd: own.folder })
        expect((await own.flint('sync')).stdout).toContain('In conflict, with both texts')
        await own.write(path, '# A\nboth\n')
        expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
        expect(own.git('show', `origin/main:${path}`)).toBe('# A\nboth\n')
      }))

  test('a name that git does not allow', () =>
    withTwo(files, async (other, own) => {
      await other.write('a.md', '# A\ntheirs\n')
      other.git('add', '--all')
      const tree = other.git('write-tree').trim()
      const make = (input: string) =>
        execFileSync('git', ['mktree'], { cwd: other.folder, input, encoding: 'utf8' }).trim()
      const evil = make(`100644 blob ${other.git('rev-parse', ':a.md').trim()}\thook\n`)
      const listed = other.git('ls-tree', tree)
      const all = make(`${listed}040000 tree ${evil}\t.GIT\n`)
      const commit = other.git('commit-tree', '-p', 'HEAD', '-m', 'evil', all).trim()
      other.git('push', '--quiet', 'origin', `${commit}:main`)
      const { code, stderr } = await own.flint('sync')
      expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('.GIT/hook') })
      expect(await own.read('a.md')).toBe(files['a.md'])
      expect(own.git('status', '--porcelain')).toBe('')
    }))

  test('a note or a file that lies there, and that git is told to ignore', () =>
    withTwo(files, async (other, own) => {
      await own.write('.git/info/exclude', 'i.md\ni.png\n')
      for (const path of ['i.md', 'i.png']) {
        await other.send({ [path]: 'theirs', 'k.md': `k ${path}\n` })
        await own.write(path, 'mine')
        const { code, stderr } = await own.flint('sync')
        expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining(path) })
        expect(stderr).toContain('Move it away')
        expect(await own.read(path)).toBe('mine')
        expect(own.git('status', '--porcelain')).toBe('')
        await own.remove(path)
        expect((await own.flint('sync')).code).toBe(0)
        expect(await own.read('k.md')).toBe(`k ${path}\n`)
      }
    }))

  test('signing without a usable key', () =>
    withTwo(files, async (other, own) => {
      await other.send({ 'k.md': 'theirs\n' })
      own.git('config', 'commit.gpgsign', 'true')
      own.git('config', 'user.signingkey', 'nobody')
      await own.write('a.md', '# A\nmine\n')
      expect((await own.flint('sync')).stderr).toContain('commit.gpgsign false')
      expect(own.git('status', '--porcelain')).toBe(' M a.md\n')
    }))
})

describe('what changes its kind or name is taken in, and can be undone', () => {
  for (const { what, begin, sent, there } of [
    { what: 'a note to a folder', begin: {}, sent: { 'a.md': null, 'a.md/y.md': 'y\n' }, there: 'a.md/y.md' },
    {
      what: 'a file to a folder',
      begin: { b: 'file\n' },
      sent: { b: null, 'b/c.md': 'c\n' },
      there: 'b/c.md',
    },
    { what: 'a folder to a file', begin: { 'd/y.md': 'y\n' }, sent: { 'd/y.md': null, d: 'f' }, there: 'd' },
    {
      what: 'a name in case alone',
      begin: { 'note.md': '# N\n' },
      sent: { 'note.md': null, 'Note.md': '# N\n' },
      there: 'Note.md',
    },
    { what: 'a twin in case', begin: {}, sent: { 'A.md': '# Other\n' }, there: 'A.md' },
    {
      what: 'a twin in its accents',
      begin: { 'caf\u00e9.md': 'nfc\n' },
      sent: { 'cafe\u0301.md': 'nfd\n' },
      there: 'cafe\u0301.md',
    },
    { what: 'all notes', begin: {}, sent: { 'a.md': null, 'k.md': null, 'x.txt': 'x\n' }, there: 'x.txt' },
  ]) {
    test(what, () =>
      withTwo({ ...files, ...begin }, async (other, own) => {
        const before = own.git('ls-files')
        await own.flint('notes')
        await other.send(sent)
        const synced = await own.flint('sync')
        expect(synced, synced.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('received') })
        expect(await own.read(there)).toBe(await other.read(there))
        expect(own.git('status', '--porcelain')).toBe('')
        const undone = await own.flint('undo', '--last')
        expect(undone, undone.stderr).toMatchObject({ code: 0 })
        own.git('add', '--all')
        // What git itself has put in place is not part of the change.
        const kept = own.git('ls-files').replace('x.txt\n', '')
        expect(kept).toBe(before)
      }),
    )
  }

  test('that a file is to be run', () =>
    withTwo({ ...files, 'run.sh': '#!/bin/sh\n' }, async (other, own) => {
      for (const path of ['a.md', 'k.md', 'run.sh']) await chmod(join(other.folder, path), 0o755)
      await other.send({ 'k.md': 'k theirs\n' })
      expect((await own.flint('sync')).code).toBe(0)
      expect(own.git('status', '--porcelain')).toBe('')
      for (const path of ['a.md', 'k.md', 'run.sh'])
        expect((await lstat(join(own.folder, path))).mode & 0o111, path).not.toBe(0)
      await chmod(join(other.folder, 'k.md'), 0o644)
      await other.send({ 'k.md': 'k again\n' })
      expect((await own.flint('sync')).code).toBe(0)
      expect((await lstat(join(own.folder, 'k.md'))).mode & 0o111).toBe(0)
      expect(own.git('status', '--porcelain')).toBe('')
    }))
})

test('a note with ends of lines that git writes otherwise is as committed, wherever others moved it', () =>
  withTwo({ 'w.md': '# W\n\none\n\ntwo\n' }, async (other, own) => {
    await other.send({ 'w.md': null, 'moved.md': '# W\n\none\n\ntwo\n' })
    own.git('config', 'core.autocrlf', 'true')
    await own.write('w.md', '# W\r\n\none\n\r\ntwo of mine\r\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(own.git('show', 'origin/main:moved.md')).toBe('# W\n\none\n\ntwo of mine\n')
    expect(own.git('ls-files', '*.md')).toBe('moved.md\n')
  }))

test('a note that is no UTF-8 is merged by line', () =>
  withTwo(files, async (other, own) => {
    const latin = (first: string, last: string) => Buffer.from(`${first}\n\u00e9\n\n\n\n${last}\n`, 'latin1')
    const at = (clone: Clone) => join(clone.folder, 'l.md')
    await writeFile(at(other), latin('# A', 'x'))
    await other.send()
    await own.flint('sync')
    await writeFile(at(other), latin('# A', 'x theirs'))
    await other.send()
    await writeFile(at(own), latin('# A mine', 'x'))
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(await readFile(at(own))).toEqual(latin('# A mine', 'x theirs'))
  }))

test('what was written in a note since it was committed is merged as the text of a note is worked on', () =>
  withVault({ 'a.md': '# A\none\n' }, async ({ at, hub, read, write }) => {
    const git = (...args: readonly string[]) => runGit(at(''), ...args)
    git('init', '--quiet')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@example.org')
    const commit = async (text: string) => {
      await write('a.md', text)
      git('add', '--all')
      git('commit', '--quiet', '-m', text)
      return git('rev-parse', 'HEAD').trim()
    }
    const [theirs, ours] = [await commit('# A of others\none\n'), await commit('# A\none\n')]
    await write('a.md', '# A\none\n\nmine\n')
    const vault = await hub.open((await hub.find('main')).id)
    const repository = await Repository.find(at(''))
    if (repository === null) throw new Error('There is no repository.')
    const jobs: string[] = []
    class Noted extends TextWork {
      override async run<Name extends JobName>(name: Name, text: string, given: Given<Name>) {
        jobs.push(name)
        return await super.run(name, text, given)
      }
    }
    expect(await placeTree({ ...vault, textWork: new Noted() }, repository, ours, theirs)).toBe(1)
    expect(await read('a.md')).toBe('# A of others\none\n\nmine\n')
    expect(jobs).toEqual(['mergeNoteOrCanvas'])
  }))

test('what an editor writes while notes are merged stays, with what came, and one commit is made', () =>
  // Marks of another size are the driver's: what it need not do, flint does itself.
  withTwo({ ...files, '.gitattributes': '*.md conflict-marker-size=8\n' }, async (other, own, { env }) => {
    await other.send({ 'a.md': '# A of others\none\n' })
    await own.write('a.md', '# A\none\n\nmine\n')
    const app = createApp({
      env: { ...env, FLINT_CONFIG_DIR: `${own.folder}.config`, FLINT_DATA_DIR: `${own.folder}.data` },
      cwd: own.folder,
      vault: null,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      now: () => new Date(),
    })
    // The driver is an editor: it saves whenever git merges.
    const mine = join(own.folder, 'a.md')
    const editor = `sh -c 'printf "saved\\n" >> "${mine}"; git merge-file -q "$2" "$1" "$3"' -- %O %A %B`
    try {
      const context = app.toolContext({
        session: { id: 'terminal' },
        signal: new AbortController().signal,
      })
      const result = await callTool([syncVault({ mergeDriver: editor })], 'sync_vault', {}, context)
      expect(result.isError, JSON.stringify(result)).not.toBe(true)
    } finally {
      await app.close()
    }
    expect(await own.read('a.md')).toBe('# A of others\none\n\nmine\nsaved\n')
    expect(own.git('log', '--no-merges', '--format=%an %s').split('\n')).toEqual([
      'bob notes: a.md',
      'ada sent',
      'ada first',
      '',
    ])
    expect(own.git('show', 'HEAD:a.md')).toBe('# A of others\none\n\nmine\n')
    expect((await own.flint('sync')).stdout).toContain('1 file committed.')
  }))
