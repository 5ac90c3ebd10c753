import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathsToCommit } from '../../src/git/paths-to-commit.ts'
import { Repository } from '../../src/git/repository.ts'
import { listEntries } from '../../src/git/trees.ts'
import { refuseSettings } from '../../src/git/refuse-settings.ts'
import { type Clone, runGit, withOne, withTwo } from '../support/with-clones.ts'

const files = { 'a.md': '# A\none\n', 'd/b.md': 'b\n', 'd/c.png': 'c\0' }

/** A place in a clone whose name is Latin-1. */
const latin = ({ folder }: Clone, name: string) =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')])

describe('a file whose name is no UTF-8', () => {
  test('is told of by its bytes, committed, sent, taken in and merged', () =>
    withTwo(files, async (other, own) => {
      await writeFile(latin(own, 'caf\xe9.md'), '# Café\none\n\n\n\ntwo\n')
      expect((await own.flint('git', 'status')).stdout).toContain('caf\\xe9.md')
      expect((await own.flint('sync')).stdout).toContain('1 file committed.')
      expect(own.git('status', '--porcelain')).toBe('')
      expect((await other.flint('sync')).stdout).toContain('1 file received.')
      await writeFile(latin(other, 'caf\xe9.md'), '# Café\nONE\n\n\n\ntwo\n')
      await other.flint('sync')
      await writeFile(latin(own, 'caf\xe9.md'), '# Café\none\n\n\n\nTWO\n')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(await readFile(latin(own, 'caf\xe9.md'), 'utf8')).toBe('# Café\nONE\n\n\n\nTWO\n')
      await rm(latin(own, 'caf\xe9.md'))
      expect((await own.flint('sync')).stdout).toContain('1 file committed.')
      expect((await other.flint('sync')).code).toBe(0)
      expect(other.git('ls-files')).not.toContain('caf')
    }))

  test('is in conflict until somebody decides', () =>
    withTwo(files, async (other, own) => {
      for (const [clone, text] of [
        [other, 'theirs\0'],
        [own, 'ours\0'],
      ] as const)
        await writeFile(latin(clone, 'caf\xe9.png'), text)
      await other.flint('sync')
      for (const attempt of [1, 2]) {
        const { code, stdout } = await own.flint('sync')
        expect({ attempt, code, stdout }).toMatchObject({
          code: 4,
          stdout: expect.stringContaining('only one can stand there'),
        })
        expect(stdout).toContain('caf\\xe9.png')
      }
      await writeFile(latin(own, 'caf\xe9.png'), 'both\0')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      await other.flint('sync')
      expect(await readFile(latin(other, 'caf\xe9.png'), 'utf8')).toBe('both\0')
    }))
})

test('a folder that was replaced by a link is committed as one, and nothing behind it', () =>
  withTwo(files, async (other, own) => {
    await rename(join(own.folder, 'd'), join(own.folder, '..', 'outside'))
    await symlink('../outside', join(own.folder, 'd'))
    const synced = await own.flint('sync')
    expect(synced, synced.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Sent to origin.'),
    })
    expect(own.git('ls-files', '--stage', 'd')).toMatch(/^120000 \w+ 0\td\n$/)
    expect(own.git('status', '--porcelain')).toBe('')
    await other.flint('sync')
    expect(other.git('ls-files')).toBe(own.git('ls-files'))
    expect(await own.read('../outside/b.md')).toBe('b\n')
  }))

test('a link that others replaced by a folder becomes one, and what lies behind the link stays', () =>
  withTwo(files, async (other, own) => {
    for (const target of ['../outside', 'd']) {
      const name = `link to ${target.replace('../', '')}`
      await mkdir(join(own.folder, '../outside'), { recursive: true })
      await own.write(`${target}/n.md`, 'behind\n')
      await symlink(target, join(own.folder, name))
      await own.flint('sync')
      await other.flint('sync')
      await rm(join(other.folder, name))
      await other.write(`${name}/n.md`, 'sent\n')
      expect((await other.flint('sync')).code).toBe(0)
      const synced = await own.flint('sync')
      expect(synced, synced.stderr).toMatchObject({ code: 0 })
      expect(await own.read(`${name}/n.md`)).toBe('sent\n')
      expect(await own.read(`${target}/n.md`)).toBe('behind\n')
      expect(own.git('status', '--porcelain')).toBe('')
    }
  }))

test('a file may be called as git calls a commit', () =>
  withTwo({ ...files, HEAD: 'no commit\n' }, async (other, own) => {
    const base = own.git('rev-parse', 'HEAD').trim()
    await other.send({ 'a.md': '# A\ntheirs\n', 'k.md': 'theirs\n', [base]: 'x\n' })
    await own.write('a.md', '# A\nours\n')
    expect((await own.flint('sync')).code).toBe(4)
    await own.write('a.md', '# A\nboth\n')
    const synced = await own.flint('sync')
    expect(synced.stdout, synced.stderr).toContain('Sent to origin.')
    await other.flint('sync')
    await own.write('a.md', '# A\nmore\n')
    await own.flint('sync')
    await other.flint('sync')
    await other.write('a.md', '# A\nboth\n')
    expect(JSON.parse((await other.flint('sync', '--json')).stdout).taken_back).toEqual(['a.md'])
  }))

test('nothing in a name is a pattern', () =>
  withOne({ ...files, ':/a.md': 'other\n', '.gitignore': 'x.md\n' }, async (ada) => {
    const repository = await Repository.find(ada.folder)
    if (repository === null) throw new Error('There is no repository.')
    expect(await pathsToCommit(repository, [':x.md', 'x.md'], () => false)).toEqual([':x.md'])
    const entries = await listEntries(repository, 'HEAD', [':/a.md', 'a.md'])
    expect([...entries].map(([path, { object }]) => [path, ada.git('cat-file', 'blob', object)])).toEqual([
      [':/a.md', 'other\n'],
      ['a.md', files['a.md']],
    ])
  }))

test('a name with line breaks says nothing more in the commit', () =>
  withOne(files, async (ada) => {
    await ada.write('n\n\nFlint-Change: 1/1', 'x\n')
    expect((await ada.flint('sync')).code).toBe(0)
    expect(ada.git('log', '-1', '--format=%B').trim()).toBe(
      'notes: n Flint-Change: 1/1\n\n- n Flint-Change: 1/1',
    )
  }))

test('a link to what has no end is not read', () =>
  withOne(files, async (ada) => {
    await symlink('/dev/zero', join(ada.folder, 'endless.md'))
    expect((await ada.flint('git', 'status')).stdout).toContain('endless.md')
    expect((await ada.flint('sync')).stdout).toContain('Sent to origin.')
  }))

test('the character that stands for what cannot be read may stand in a note', () =>
  withTwo(files, async (other, own) => {
    await other.send({ 'a.md': '# A\none \uFFFD\n' })
    await own.write('a.md', '# A\n\nmine\none\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(await own.read('a.md')).toBe('# A\n\nmine\none \uFFFD\n')
    await own.flint('undo', '--last')
    expect(await own.read('a.md')).toBe('# A\n\nmine\none\n')
  }))

test('hashes may be those of SHA-256', () =>
  withOne({}, async (_, flint) => {
    const clones = ['x', 'y'].map((name) => {
      const folder = join(flint.folder, name)
      const env = { FLINT_CONFIG_DIR: `${folder}.config`, FLINT_DATA_DIR: `${folder}.data` }
      return { folder, sync: () => flint.run(['sync'], { cwd: folder, env }) }
    })
    const hub = join(flint.folder, 'hub256.git')
    runGit(flint.folder, 'init', '--quiet', '--bare', '--object-format=sha256', '--initial-branch=main', hub)
    for (const { folder } of clones) {
      runGit(flint.folder, 'init', '--quiet', '--object-format=sha256', '--initial-branch=main', folder)
      runGit(folder, 'remote', 'add', 'origin', hub)
      runGit(folder, 'config', 'user.name', 'Ada')
      runGit(folder, 'config', 'user.email', 'ada@example.org')
    }
    const [x, y] = clones
    if (x === undefined || y === undefined) return
    for (const [path, text] of Object.entries({
      'a.md': '# A\none\n',
      'b.md': 'b\n',
      '.flint-note/config.yml': '{}\n',
    })) {
      await mkdir(join(x.folder, path, '..'), { recursive: true })
      await writeFile(join(x.folder, path), text)
    }
    runGit(x.folder, 'add', '--all')
    runGit(x.folder, 'commit', '--quiet', '-m', 'first')
    runGit(x.folder, 'push', '--quiet', 'origin', 'main')
    runGit(y.folder, 'pull', '--quiet', 'origin', 'main')
    await rm(join(x.folder, 'b.md'))
    await writeFile(join(x.folder, 'a.md'), '# A\ntheirs\n')
    expect(await x.sync()).toMatchObject({ code: 0 })
    await writeFile(join(y.folder, 'a.md'), '# A\nours\n')
    expect(await y.sync()).toMatchObject({ code: 4, stdout: expect.stringContaining('a.md') })
    await writeFile(join(y.folder, 'a.md'), '# A\nboth\n')
    expect((await y.sync()).stdout).toContain('Sent to origin.')
    expect(runGit(y.folder, 'ls-files')).not.toContain('b.md')
  }))

test('notes that a sparse checkout leaves out stay out, and what others change in them is kept', () =>
  withTwo(files, async (other, own) => {
    await other.send({ 'a.md': '# A\ntheirs\n', 'd/b.md': 'b theirs\n' })
    own.git('sparse-checkout', 'set', '--no-cone', '/*', '!/d/')
    await own.write('k.md', 'own\n')
    const synced = await own.flint('sync')
    expect(synced, synced.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Sent to origin.'),
    })
    expect(await own.read('a.md')).toBe('# A\ntheirs\n')
    expect(own.git('show', 'HEAD:d/b.md')).toBe('b theirs\n')
    await expect(own.read('d/b.md')).rejects.toThrow('ENOENT')
    expect(own.git('status', '--porcelain')).toBe('')
  }))

test('histories that have nothing in common are named as that, and joined where git is told to', () =>
  withTwo(files, async (_, own) => {
    own.git('checkout', '--quiet', '--orphan', 'new')
    await own.write('a.md', '# Own\n')
    own.git('add', '--all')
    own.git('commit', '--quiet', '-m', 'new')
    own.git('branch', '--quiet', '--force', 'main')
    own.git('checkout', '--quiet', 'main')
    const { stderr } = await own.flint('sync')
    const command = /git (merge --allow-unrelated-histories \S+)/.exec(stderr)?.[1] ?? ''
    expect(() => own.git(...command.split(' '))).toThrow('Command failed')
    expect((await own.flint('sync')).code).toBe(4)
    await own.write('a.md', '# Both\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(own.git('show', 'origin/main:a.md')).toBe('# Both\n')
  }))

test('a repository that lies in the vault is not taken in when a merge ends', () =>
  withTwo(files, async (other, own) => {
    await other.send({ 'a.md': '# A\ntheirs\n' })
    await own.write('a.md', '# A\nours\n')
    await own.write('inner/x.md', 'x\n')
    runGit(join(own.folder, 'inner'), 'init', '--quiet')
    runGit(join(own.folder, 'inner'), 'add', '--all')
    runGit(
      join(own.folder, 'inner'),
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@b',
      'commit',
      '--quiet',
      '-m',
      'x',
    )
    expect((await own.flint('sync')).code).toBe(4)
    await own.write('a.md', '# A\nboth\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(own.git('ls-files')).not.toContain('inner')
  }))

describe('where git does not work in a repository, it is said why', () => {
  test('it belongs to somebody else', () =>
    withOne(files, async (ada, { run }) => {
      const env = {
        FLINT_CONFIG_DIR: `${ada.folder}.config`,
        FLINT_DATA_DIR: `${ada.folder}.data`,
        GIT_TEST_ASSUME_DIFFERENT_OWNER: '1',
      }
      const { code, stderr } = await run(['sync'], { cwd: ada.folder, env, isProcess: true })
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('dubious ownership'),
      })
      expect(stderr).toContain('safe.directory')
    }))

  test('its settings are damaged, and its work tree is elsewhere', () =>
    withOne(files, async (ada) => {
      const config = await ada.read('.git/config')
      await ada.write('.git/config', `${config}[core\n`)
      for (const command of [['sync'], ['git', 'status']])
        expect((await ada.flint(...command)).stderr).toContain('bad config line')
      expect((await ada.flint('doctor')).stdout).toContain('bad config line')
      await ada.write('.git/config', config)
      ada.git('config', 'core.worktree', join(ada.folder, '..'))
      for (const command of [['sync'], ['git', 'status']])
        expect((await ada.flint(...command)).stderr).toContain('core.worktree')
    }))
})

test('settings of the user hold where the repository has one of that name', () => {
  const setting = (name: string, value: string, isOwn = false) => ({ name, value, isOwn })
  const refused = refuseSettings([
    setting('credential.helper', 'store'),
    setting('credential.https://a.example.helper', 'a'),
    setting('filter.lfs.clean', 'git-lfs clean'),
    setting('credential.helper', 'theirs', true),
    setting('filter.lfs.clean', 'theirs', true),
  ])
  expect(refused.map(({ instead }) => instead.map(({ name, value }) => [name, value]))).toEqual([
    [
      ['credential.helper', ''],
      ['credential.helper', 'store'],
      ['credential.https://a.example.helper', 'a'],
    ],
    [
      ['filter.lfs.clean', ''],
      ['filter.lfs.clean', 'git-lfs clean'],
    ],
  ])
})
