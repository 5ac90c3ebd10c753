import Database from 'better-sqlite3'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Flint, withFlint } from '../cli/with-flint.ts'
import { lines } from '../support/lines.ts'
import { registerVaults, serveFlint } from '../support/served-flint.ts'
import { until } from '../support/until.ts'
import { runGit } from '../support/with-clones.ts'
import { type Files, type Vaults, withVault } from '../support/with-vault.ts'

interface InRepository extends Vaults {
  readonly git: (...args: readonly string[]) => string
  /** The subjects of all commits, newest first. */
  readonly subjects: () => readonly string[]
}

/** A vault whose changes become commits, in a repository that begins with its files. */
async function withCommits(files: Files, use: (vault: InRepository) => Promise<void>): Promise<void> {
  await withVault({ '.flint-note/config.yml': 'history: { git: on }\n', ...files }, async (vault) => {
    const git = makeRepository(vault.at(''))
    await use({ ...vault, git, subjects: () => git('log', '--format=%s').trim().split('\n') })
  })
}

/** A command line with such a vault, called `own`. */
async function withCommittingFlint(
  use: (flint: Flint, git: InRepository['git']) => Promise<void>,
): Promise<void> {
  await withFlint({}, async (flint) => {
    const own = { '.flint-note/config.yml': 'history: { git: on }\n', ...files }
    await registerVaults(flint, { own }, 'none')
    await use(flint, makeRepository(join(flint.folder, 'own')))
  })
}

function makeRepository(folder: string): InRepository['git'] {
  const git = (...args: readonly string[]) => runGit(folder, ...args)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'first')
  return git
}

const files = { 'a.md': '# A\n', 'b.md': 'See [[a]].\n', 'c.txt': 'c\n' }

describe('commits of changes', () => {
  test('a change becomes a commit behind its answer: its files, its tool, its actor and its id', () =>
    withCommits(files, async ({ call, git, subjects, write }) => {
      await write('c.txt', 'edited\n')
      const { change_id: id } = await call(
        'append_to_note',
        { identifier: 'a.md', content: 'more' },
        'client claude-code',
      )
      await until('it is committed', () => subjects().length === 2)
      expect(git('log', '-1', '--format=%an <%ae>%n%cn%n%B')).toBe(
        lines('claude-code <claude-code@flint.invalid>', 'Ada', 'append_to_note: a.md', '', trailer(git), ''),
      )
      expect(trailer(git)).toMatch(new RegExp(`^Flint-Change: [0-9a-f]{8}/${id}$`))
      expect(git('show', '--name-only', '--format=')).toBe('a.md\n')
      expect(git('status', '--porcelain')).toBe(' M c.txt\n')
    }))

  test('a rename, a removal and an undo are commits too, and what a person does is theirs', () =>
    withCommits({ ...files, 'old/d.md': 'd\n' }, async ({ call, git, restart, subjects }) => {
      await call('rename_note', { identifier: 'a.md', new_title: 'Z', rename_file: true }, 'client x')
      await restart()
      expect(git('show', '--name-status', '--format=%s', '--no-renames')).toMatch(
        /^rename_note: \d files\n\nD\ta\.md\nM\tb\.md\nA\tZ\.md\n$/i,
      )
      const moved = await call(
        'move_note',
        { identifier: 'old/', to: 'new/old', create_folders: true },
        'cli',
      )
      await restart()
      expect(git('show', '--name-status', '--format=%an')).toBe('Ada\n\nR100\told/d.md\tnew/old/d.md\n')
      await call('undo_change', { change_id: moved.change_id }, 'person')
      await restart()
      expect(subjects()[0]).toBe('undo_change: old')
      expect(git('log', '-1', '--format=%b')).toContain(`Undoes change ${moved.change_id}.`)
      expect(git('show', '--name-status', '--format=')).toBe('R100\tnew/old/d.md\told/d.md\n')
      await call('delete_note', { identifier: 'b.md', mode: 'trash', confirm: true }, 'client x')
      await restart()
      expect(git('show', '--name-status', '--format=%s')).toBe(
        'delete_note: 2 files\n\nA\t.flint-note/.gitignore\nD\tb.md\n',
      )
      expect(git('status', '--porcelain')).toBe('')
    }))

  test('what a person has staged is neither committed nor unstaged, not in the changed note either', () =>
    withCommits(files, async ({ call, git, restart, write, read }) => {
      await write('c.txt', 'staged\n')
      await write('b.md', 'See [[a]], staged.\n')
      git('add', 'c.txt', 'b.md')
      await write('b.md', 'See [[a]], on disk.\n')
      git('rm', '--quiet', '--cached', 'a.md')
      await call('append_to_note', { identifier: 'b.md', content: 'more' })
      await call('create_note', { path: 'new.md', title: 'New', content: 'new' })
      await restart()
      expect(git('show', '--name-only', '--format=')).toBe('b.md\nnew.md\n')
      expect(git('show', 'HEAD:b.md')).toBe(await read('b.md'))
      expect(git('show', ':b.md')).toBe('See [[a]], staged.\n')
      expect(git('status', '--porcelain')).toBe('D  a.md\nMM b.md\nM  c.txt\n?? a.md\n')
    }))

  test('a note that git was told of, and nothing else, is committed and staged as it is', () =>
    withCommits(files, async ({ call, git, restart, write, read }) => {
      await write('new.md', 'new\n')
      git('add', '--intent-to-add', 'new.md')
      await call('append_to_note', { identifier: 'new.md', content: 'more' })
      await restart()
      expect(git('show', 'HEAD:new.md')).toBe(await read('new.md'))
      expect(git('status', '--porcelain')).toBe('')
    }))

  test('changes that follow closely are one commit for each actor, and what an editor writes since is not in it', () =>
    withCommits(files, async ({ call, git, restart, subjects, write }) => {
      const added = async (actor: 'client one' | 'client two', content: string) =>
        await call('append_to_note', { identifier: 'a.md', content }, actor)
      await added('client one', 'first')
      await added('client one', 'second')
      await added('client two', 'third')
      await write('a.md', 'an editor\n')
      await restart()
      expect(subjects().slice(0, 2)).toEqual(['append_to_note: a.md', 'notes: 2 changes, a.md'])
      expect(git('log', '-2', '--format=%an')).toBe('two\none\n')
      expect(git('show', 'HEAD:a.md')).toContain('third')
      expect(git('log', '--format=%(trailers:key=Flint-Change,valueonly)').match(/\/\d/g)).toHaveLength(3)
      expect(git('status', '--porcelain')).toBe(' M a.md\n')
    }))

  test('what git is to ignore, other repositories and what lies behind links are left alone', () =>
    withCommits(
      { ...files, '.gitignore': 'private/\n', 'inner/x.md': 'x\n' },
      async ({ call, git, at, restart, subjects }) => {
        git('rm', '--quiet', '-r', '--cached', 'inner')
        git('commit', '--quiet', '-m', 'second')
        runGit(at('inner'), 'init', '--quiet')
        await mkdir(at('real'))
        await symlink('real', at('linked'))
        await call('create_note', { path: 'private/p.md', title: 'P', content: 'secret' })
        await call('append_to_note', { identifier: 'inner/x.md', content: 'more' })
        await restart()
        expect(subjects()).toEqual(['second', 'first'])
      },
    ))

  test('while a rebase is under way, the index is locked or no branch is checked out nothing is committed, and it is said', () =>
    withCommits(files, async ({ call, git, at, restart, subjects }) => {
      const info = async () => (await call('get_vault_info', { detailed: true })).git
      for (const [begin, said] of [
        [() => mkdir(at('.git/rebase-merge')), 'A rebase is under way in this repository.'],
        [() => writeFile(at('.git/index.lock'), ''), /^Another git is at work/],
        [
          () => Promise.resolve(git('checkout', '--quiet', '--detach')),
          'The repository has no branch checked out.',
        ],
      ] as const) {
        await begin()
        await call('append_to_note', { identifier: 'a.md', content: 'more' })
        await restart()
        await until('it is said', async () => (await info())?.commits_problem !== undefined)
        expect(await info()).toMatchObject({
          commits_waiting: 1,
          commits_problem: expect.stringMatching(said),
        })
        const before = subjects().length
        await rm(at('.git/rebase-merge'), { recursive: true, force: true })
        await rm(at('.git/index.lock'), { force: true })
        git('checkout', '--quiet', 'main')
        await restart()
        await until('it is caught up', async () => (await info()).commits_waiting === 0)
        expect(subjects()).toHaveLength(before + 1)
        expect(await info()).toEqual({ commits_waiting: 0 })
      }
    }))

  test('a command says so at once of a repository that has no branch checked out, or is in a bisect', () =>
    withCommittingFlint(async (flint, git) => {
      const none = 'The repository has no branch checked out'
      git('checkout', '--quiet', '--detach')
      await flint.run(['append', 'a.md', 'more'])
      expect((await flint.run(['status'])).stdout).toContain(none)
      for (const command of ['status own', 'doctor'])
        expect((await flint.run(command.split(' '))).stdout).toContain(`1 change not committed yet: ${none}.`)
      git('checkout', '--quiet', 'main')
      git('bisect', 'start')
      expect((await flint.run(['status'])).stdout).toContain('A bisect is under way in this repository')
    }))

  test('turned on later, what was changed before stays uncommitted', () =>
    withVault(files, async ({ at, call, restart, write }) => {
      const git = makeRepository(at(''))
      await call('append_to_note', { identifier: 'a.md', content: 'more' })
      await restart(() => write('.flint-note/config.yml', 'history: { git: on }\n'))
      await call('append_to_note', { identifier: 'b.md', content: 'more' })
      await restart()
      expect(git('show', '--name-only', '--format=')).toBe('b.md\n')
    }))

  test('what a process left uncommitted is caught up by a server and by a command that changes something, not by one that reads', () =>
    withCommittingFlint(async (flint, git) => {
      await leaveUncommitted(flint, 'a.md')
      for (const command of ['notes', 'list', 'status', 'call get_vault_info', 'show a.md'])
        expect((await flint.run(command.split(' '))).code).toBe(0)
      expect(git('log', '--format=%an')).toBe('Ada\n')
      await flint.run(['append', 'b.md', 'more'])
      expect(git('log', '--format=%an')).toBe('Ada\ntest\nAda\n')
      await leaveUncommitted(flint, 'a.md')
      await serveFlint(flint)
      await until('it is caught up', () => git('log', '-1', '--format=%an') === 'test\n')
      expect(trailer(git)).toMatch(/^Flint-Change: \w{8}\/3$/)
      expect(git('status', '--porcelain')).toBe('')
    }))

  test('a sync gets its turn between two commits of a process with many to make, and makes the others itself', () =>
    withCommittingFlint(async (flint, git) => {
      const repository = join(flint.folder, 'own')
      await mkdir(join(repository, '.git/rebase-merge'))
      await leaveUncommitted(flint, 'a.md')
      await flint.run(['append', 'a.md', 'mine'])
      const held = await holdCommits(flint)
      await rm(join(repository, '.git/rebase-merge'), { recursive: true })
      await serveFlint(flint, [], { env: held.env })
      await until('it makes the first', () => held.asked() === 1)
      const syncing = flint.run(['sync', '--vault', 'own'])
      await until('the sync waits', () => isWanted(flint))
      await held.letGo()
      expect(await syncing).toMatchObject({ code: 0 })
      expect(held.asked()).toBe(1)
      expect(git('log', '--format=%an')).toBe('Ada\ntest\nAda\n')
      expect(git('log', '--format=%(trailers:key=Flint-Change,valueonly)').match(/\/\d/g)).toEqual([
        '/2',
        '/1',
      ])
      expect(git('status', '--porcelain')).toBe('')
    }))
})

/** A server changes a note and is killed before it can commit that. */
async function leaveUncommitted(flint: Flint, path: string): Promise<void> {
  const lock = join(flint.folder, 'own/.git/index.lock')
  await writeFile(lock, '')
  const server = await serveFlint(flint)
  await server.call('append_to_note', { identifier: path, content: 'left' })
  server.kill()
  await rm(lock)
}

/** Has the first commit of whoever is given this environment wait, and tells how many were begun. */
async function holdCommits({ folder, env }: Flint) {
  const bin = join(folder, 'bin')
  const asked = join(folder, 'asked')
  const free = join(folder, 'free')
  await mkdir(bin)
  await writeFile(asked, '')
  const script = [
    '#!/bin/sh',
    'case " $* " in *" commit-tree "*)',
    `  echo >> '${asked}'`,
    `  while [ -e '${asked}' ] && ! { [ -e '${free}' ] && [ "$(wc -l < '${asked}')" = 1 ]; }; do sleep 0.02; done`,
    'esac',
    `PATH='${env['PATH'] ?? ''}' exec git "$@"`,
  ]
  await writeFile(join(bin, 'git'), lines(...script), { mode: 0o755 })
  return {
    env: { PATH: `${bin}:${env['PATH'] ?? ''}` },
    asked: () => readFileSync(asked, 'utf8').length,
    letGo: () => writeFile(free, ''),
  }
}

/** Whether somebody waits until others have made their commits. */
function isWanted({ env }: Flint): boolean {
  const data = env['FLINT_DATA_DIR'] ?? ''
  const [file = ''] = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('locks.sqlite'),
  )
  const locks = new Database(join(data, file), { readonly: true })
  try {
    return locks.prepare("SELECT wanted FROM holder WHERE name = 'git'").pluck().get() === 1
  } finally {
    locks.close()
  }
}

function trailer(git: InRepository['git']): string {
  return git('log', '-1', '--format=%(trailers:key=Flint-Change)').trim()
}
