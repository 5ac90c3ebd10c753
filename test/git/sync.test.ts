import { readdir, readlink, rename, rm, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { syncVault } from '../../src/page/calls/sync-vault.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { type Clone, runGit, withOne, withTwo } from '../support/with-clones.ts'

const hub = lines('---', 'tags: [x]', '---', '# Hub', '', '- [ ] one', '- [ ] two')
const files = { 'hub.md': hub, 'n.md': '# N\n\n[[hub]]\n', 'pic.png': 'a\0b', '.gitignore': '*.tmp\n' }
const silent = () => undefined

function canvasOf(nodes: readonly object[]): string {
  return JSON.stringify({ nodes, edges: [] })
}

describe('flint sync', () => {
  test('two people change one note: both have what both wrote', () =>
    withTwo(files, async (ada, bob) => {
      await ada.write('hub.md', hub.replace('[ ] one', '[x] one').replace('[x]\n', '[x, y]\n'))
      await ada.write('pic.png', 'c\0d')
      expect((await ada.flint('sync')).stdout).toBe('2 files committed.\nSent to origin.\n')
      await bob.write('hub.md', hub.replace('[ ] two', '[x] two'))
      await bob.write('draft.tmp', 'not for git')
      expect((await bob.flint('sync')).stdout).toBe('1 file committed.\n2 files received.\nSent to origin.\n')
      await ada.flint('sync')
      const both = lines('---', 'tags: [x, y]', '---', '# Hub', '', '- [x] one', '- [x] two')
      for (const clone of [ada, bob]) {
        expect(await clone.read('hub.md')).toBe(both)
        expect(await clone.read('pic.png')).toBe('c\0d')
        expect(clone.git('status', '--porcelain')).toBe('')
      }
      expect((await bob.flint('sync')).stdout).toBe('Nothing to commit.\norigin has it all.\n')
    }))

  test('links that one wrote follow what the other renamed', () =>
    withTwo(files, async (ada, bob) => {
      await ada.flint(
        'call',
        'move_note',
        '--json',
        '{"identifier":"n","to":"p/new name.md","create_folders":true}',
      )
      await ada.flint('sync')
      await bob.write('other.md', 'See [[n]], ![[n#Part|shown]] and [n](n.md).\n')
      const synced = await bob.flint('sync', '--json')
      expect(JSON.parse(synced.stdout)).toMatchObject({ relinked: ['other.md'], pushed: true })
      expect(await bob.read('other.md')).toBe(
        'See [[new name]], ![[new name#Part|shown]] and [n](p/new%20name.md).\n',
      )
    }))

  test('and a short note, of which most is its title, where it alone says what it says', () =>
    withTwo(
      { 'other.md': '# Other\n\ntext\n', 'one.md': '# One\n\nalike\n', 'two.md': '# Two\n\nalike\n' },
      async (ada, bob) => {
        await ada.flint('rename', 'other', 'New Name')
        await ada.send({
          'one.md': null,
          'two.md': null,
          'three.md': '# Three\n\nalike\n',
          'six.md': '# 6\n',
        })
        await bob.write('links.md', '[[other]] [x](other.md) [[one]]\n')
        await bob.flint('sync')
        expect(await bob.read('links.md')).toBe('[[new-name]] [x](new-name.md) [[one]]\n')
      },
    ))

  test('so do canvases, and links to files that are no notes, also where the vault is a part of its repository', () =>
    withTwo(
      {
        'v/.flint-note/config.yml': '{}\n',
        'v/hub.md': '# Hub\n\nWhat it is about.\n',
        'v/p.png': 'a picture\n',
        'v/old.canvas': canvasOf([{ id: 'a', type: 'file', file: 'hub.md' }]),
      },
      async (ada, bob, flint) => {
        const run = async ({ folder }: Clone, ...args: readonly string[]) => {
          const env = { FLINT_CONFIG_DIR: `${folder}.config`, FLINT_DATA_DIR: `${folder}.data` }
          const ended = await flint.run(args, { cwd: join(folder, 'v'), env })
          expect(ended.code, ended.stderr).toBe(0)
          return ended
        }
        await run(ada, 'approve')
        await run(ada, 'mv', 'hub', 'topics/centre.md', '--parents')
        ada.git('mv', 'v/p.png', 'v/q.png')
        await run(ada, 'sync')
        const card = { id: 'n', type: 'file', file: 'hub.md', x: 500 }
        await bob.write('v/old.canvas', canvasOf([{ id: 'a', type: 'file', file: 'hub.md' }, card]))
        await bob.write('v/new.canvas', canvasOf([{ id: 't', type: 'text', text: 'As "[[hub]]" says.' }]))
        await bob.write('v/m.md', 'See ![[p.png]].\n')
        await run(bob, 'approve')
        await run(bob, 'sync')
        expect(await bob.read('v/old.canvas')).toBe(
          canvasOf([
            { id: 'a', type: 'file', file: 'topics/centre.md' },
            { ...card, file: 'topics/centre.md' },
          ]),
        )
        expect(await bob.read('v/new.canvas')).toContain('As \\"[[centre]]\\" says.')
        expect(await bob.read('v/m.md')).toBe('See ![[q.png]].\n')
      },
    ))

  test('links by title follow a note to which the other side gave another title', () =>
    withTwo({ 'a.md': '---\ntitle: Old\n---\n# Old\n', 'b.md': '# B\n' }, async (ada, bob) => {
      await ada.flint('rename', 'a.md', 'New title', '--no-file')
      await ada.flint('sync')
      await bob.write('b.md', '# B\n\nSee [[Old]] and [[a]].\n')
      await bob.flint('sync')
      expect(await bob.read('b.md')).toBe('# B\n\nSee [[New title]] and [[a]].\n')
    }))

  test('a note that one adds to a folder which the other renames stays there, and its links follow', () =>
    withTwo({ 'f/a.md': '# A\n\nText of a.\n', 'f/b.md': '# B\n\nText of b.\n' }, async (ada, bob) => {
      ada.git('mv', 'f', 'g')
      await ada.flint('sync')
      await bob.write('f/new.md', 'See [[f/a]] and [b](b.md).\n')
      expect((await bob.flint('sync')).stdout).toContain('Sent to origin.')
      expect(await bob.read('f/new.md')).toBe('See [[a]] and [b](../g/b.md).\n')
    }))

  test('what was in conflict among several common commits is in conflict again', () =>
    withTwo({ 'x.md': '# T\n\na\n\nb\n\nc\n' }, async (ada, bob) => {
      const edit = async (clone: Clone, old: string, now: string) => {
        await clone.write('x.md', (await clone.read('x.md')).replace(old, now))
        clone.git('commit', '--quiet', '--all', '-m', now)
      }
      await edit(ada, 'a', 'a of Ada')
      ada.git('push', '--quiet', 'origin', 'HEAD:ada')
      await edit(bob, 'a', 'a of Bob')
      bob.git('push', '--quiet', 'origin', 'HEAD:bob')
      for (const [clone, other] of [
        [ada, 'bob'],
        [bob, 'ada'],
      ] as const) {
        clone.git('fetch', '--quiet')
        clone.git('merge', '--quiet', '-X', 'ours', '-m', 'both', `origin/${other}`)
      }
      await edit(ada, 'c', 'c of Ada')
      ada.git('push', '--quiet')
      await edit(bob, 'b', 'b of Bob')
      expect((await bob.flint('sync')).code).toBe(4)
      for (const words of ['a of Ada', 'a of Bob', 'b of Bob', 'c of Ada'])
        expect(await bob.read('x.md')).toContain(words)
    }))

  describe('what others took out of the history is not sent back', () => {
    const rewriteAsAda = (use: (ada: Clone, bob: Clone) => Promise<void>) =>
      withTwo(files, async (ada, bob) => {
        await ada.write('secret.md', 'secret\n')
        await ada.flint('sync')
        await bob.flint('sync')
        ada.git('reset', '--quiet', '--hard', 'HEAD~1')
        await use(ada, bob)
      })
    // The hint names what git is to do.
    const hintOf = async (clone: Clone) => {
      const { code, stderr } = await clone.flint('sync')
      expect({ code, stderr }).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('rewritten origin/main'),
      })
      return (command: RegExp) => clone.git(...(command.exec(stderr)?.[1] ?? '').split(' '))
    }

    test.each([
      ['seen first by sync', []],
      ['seen first by git', ['fetch', '--quiet']],
    ])('%s', (_, first) =>
      rewriteAsAda(async (ada, bob) => {
        ada.git('push', '--quiet', '--force')
        await bob.write('mine.md', 'mine\n')
        if (first.length > 0) bob.git(...first)
        await hintOf(bob)
        const follow = await hintOf(bob)
        follow(/git (rebase --onto \S+ \S+)/)
        expect((await bob.flint('sync')).stdout).toContain('Sent to origin.')
        expect(bob.git('ls-tree', '--name-only', 'origin/main')).toContain('mine.md')
        expect(bob.git('log', '--format=%H', 'origin/main', '--', 'secret.md')).toBe('')
      }),
    )

    test.each([
      ['with git push where nothing has come since', false, /git (push) brings/],
      ['with git merge where something has', true, /git (merge \S+) brings/],
    ])('until somebody wants it back, %s', (_, hasMore, command) =>
      rewriteAsAda(async (ada, bob) => {
        if (hasMore) {
          await ada.write('more.md', 'more\n')
          ada.git('add', '--all')
          ada.git('commit', '--quiet', '-m', 'more')
        }
        ada.git('push', '--quiet', '--force')
        const follow = await hintOf(bob)
        follow(command)
        expect((await bob.flint('sync')).code).toBe(0)
        expect(bob.git('ls-tree', '--name-only', 'origin/main').includes('more.md')).toBe(hasMore)
        expect(bob.git('ls-tree', '--name-only', 'origin/main')).toContain('secret.md')
        expect((await ada.flint('sync')).code).toBe(0)
        expect(await ada.read('secret.md')).toBe('secret\n')
      }),
    )
  })

  test('a repository of its own in the vault is named, as nothing of it is sent', () =>
    withOne(files, async (ada) => {
      await ada.write('in/i.md', 'inner\n')
      runGit(join(ada.folder, 'in'), 'init', '--quiet')
      const said = [await ada.flint('sync'), await ada.flint('sync')].map(({ stdout }) => stdout)
      for (const stdout of said) expect(stdout).toContain('of which nothing is sent: in.')
    }))

  test('a remote with another history than it had is told so, not as rewritten', () =>
    withOne(files, async (ada, { folder }) => {
      await ada.flint('sync')
      const other = join(folder, 'other')
      runGit(folder, 'init', '--quiet', '--initial-branch=main', other)
      const author = ['-c', 'user.name=Bob', '-c', 'user.email=bob@example.org']
      runGit(other, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'other')
      ada.git('remote', 'set-url', 'origin', other)
      const { code, stderr } = await ada.flint('sync')
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no commit in common'),
      })
      expect(stderr).toContain('the address of the remote is wrong')
    }))

  test('it says how to tell git in whose name to commit', () =>
    withOne(files, async (ada, flint) => {
      for (const key of ['user.name', 'user.email']) ada.git('config', '--unset', key)
      ada.git('config', 'user.useConfigOnly', 'true')
      await ada.write('new.md', 'new\n')
      const env = {
        FLINT_CONFIG_DIR: `${ada.folder}.config`,
        FLINT_DATA_DIR: `${ada.folder}.data`,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
      }
      const { code, stderr } = await flint.run(['sync'], { cwd: ada.folder, env, isProcess: true })
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('user.email') })
    }))

  test(
    'several at once, in processes of their own, come to one end',
    () =>
      withTwo(files, async (ada, bob, flint) => {
        const env = { FLINT_CONFIG_DIR: `${bob.folder}.config`, FLINT_DATA_DIR: `${bob.folder}.data` }
        for (let round = 0; round < times(2, 20); round += 1) {
          await ada.write(`a${round}.md`, 'ada\n')
          await ada.flint('sync')
          await bob.write(`b${round}.md`, 'bob\n')
          const sync = () => flint.run(['sync'], { cwd: bob.folder, env, isProcess: true })
          for (const { code, stderr } of await Promise.all([sync(), sync(), sync()]))
            expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
          expect(bob.git('status', '--porcelain')).toBe('')
          expect(bob.git('ls-remote', 'origin', 'main')).toContain(bob.git('rev-parse', 'HEAD').trim())
        }
      }),
    times(60_000, 600_000),
  )

  test('a branch that was removed over there is sent anew, and until then it is not said to be there', () =>
    withTwo(files, async (ada, _, flint) => {
      runGit(join(flint.folder, 'hub.git'), 'update-ref', '-d', 'refs/heads/main')
      expect((await ada.flint('sync')).stdout).toContain(
        'Sent to origin. origin no longer had main, and has it again.',
      )
      expect((await ada.flint('sync')).stdout).toContain('origin has it all.')
      expect(ada.git('ls-remote', 'origin', 'main')).toContain(ada.git('rev-parse', 'HEAD').trim())
      ada.git('checkout', '--quiet', '-b', 'never-sent')
      await ada.write('n.md', 'more\n')
      expect((await ada.flint('sync')).stdout).toMatch(/Sent to origin\.\n?$/)
      ada.git('checkout', '--quiet', '-b', 'never-sent-either')
      const status = await ada.flint('git', 'status')
      expect(status.stdout).toContain('never-sent-either, goes to origin\ncommits    nothing is known yet')
    }))

  test('a link that the other side sends stays a link, and nothing behind it is written', () =>
    withTwo(files, async (ada, bob) => {
      await bob.write('../outside.md', 'private\n')
      await ada.remove('n.md')
      await symlink('../outside.md', join(ada.folder, 'n.md'))
      ada.git('commit', '--quiet', '--all', '-m', 'a link')
      ada.git('push', '--quiet')
      expect((await bob.flint('sync')).code).toBe(0)
      expect(await readlink(join(bob.folder, 'n.md'))).toBe('../outside.md')
      expect(await bob.read('../outside.md')).toBe('private\n')
      expect(bob.git('status', '--porcelain')).toBe('')
    }))

  test('where a folder became a link that git ignores, nothing is put behind it', () =>
    withTwo({ ...files, 'folder/a.md': '# A\n', 'pictures/p.png': 'a\0b' }, async (ada, bob, flint) => {
      const replace = async (folder: string) => {
        await rename(join(bob.folder, folder), join(flint.folder, folder))
        await symlink(join('..', folder), join(bob.folder, folder))
        await bob.write('.git/info/exclude', `${folder}\n`)
      }
      const refused = async (sent: string, link: string) => {
        const { code, stderr } = await bob.flint('sync')
        expect({ code, stderr }).toMatchObject({
          code: 4,
          stderr: expect.stringContaining(`Others have changed ${sent}, and here ${link} is a link`),
        })
      }
      await ada.send({ 'folder/b.md': '# B\n' })
      await replace('folder')
      await refused('folder/b.md', 'folder')
      expect(await readdir(join(flint.folder, 'folder'))).toEqual(['a.md'])
      await rm(join(bob.folder, 'folder'))
      expect((await bob.flint('sync')).code).toBe(0)
      expect(await bob.read('folder/b.md')).toBe('# B\n')

      await ada.flint('sync')
      await ada.send({ 'pictures/q.png': 'a\0b' })
      await replace('pictures')
      await refused('pictures/q.png', 'pictures')
      expect(await readdir(join(flint.folder, 'pictures'))).toEqual(['p.png'])
    }))

  test('a note that others send is not written through a link within the vault', () =>
    withTwo(files, async (ada, bob) => {
      await ada.send({ 'folder/b.md': '# B\n' })
      await bob.write('.git/info/exclude', 'folder\n')
      await bob.write('real/own.md', 'own\n')
      await symlink('real', join(bob.folder, 'folder'))
      expect((await bob.flint('sync')).stderr).toContain('here folder is a link to another folder')
      expect(await readdir(join(bob.folder, 'real'))).toEqual(['own.md'])
    }))

  test('what was received can be undone as any change', () =>
    withTwo(files, async (ada, bob) => {
      await ada.write('hub.md', `${hub}more\n`)
      await ada.flint('sync')
      await bob.flint('sync')
      expect(await bob.read('hub.md')).toBe(`${hub}more\n`)
      await bob.flint('undo', '--last')
      expect(await bob.read('hub.md')).toBe(hub)
    }))

  test('of a conflict both texts stay, nothing is sent, and it ends once a person has settled it', () =>
    withTwo(files, async (ada, bob) => {
      await ada.write('hub.md', hub.replace('# Hub', '# Hub of Ada'))
      await ada.flint('sync')
      await bob.write('hub.md', hub.replace('# Hub', '# Hub of Bob'))
      await bob.write('own.md', 'own\n')
      for (const attempt of [1, 2]) {
        const { code, stdout } = await bob.flint('sync')
        expect({ attempt, code, stdout }).toMatchObject({
          code: 4,
          stdout: expect.stringContaining('  hub.md\n'),
        })
      }
      const marked = await bob.read('hub.md')
      expect(marked).toContain('<<<<<<< ours\n# Hub of Bob\n=======\n# Hub of Ada\n>>>>>>> theirs\n')
      expect(bob.git('status', '--porcelain')).toBe('UU hub.md\n')
      expect((await bob.flint('git', 'status')).stdout).toMatch(/state +merging/)
      await bob.write('hub.md', hub.replace('# Hub', '# Hub of both'))
      await bob.write('more.md', 'more\n')
      expect(await bob.flint('sync')).toMatchObject({
        code: 0,
        stdout: 'The conflicts are settled.\n2 files committed.\nSent to origin.\n',
      })
      await ada.flint('sync')
      expect(await ada.read('hub.md')).toBe(hub.replace('# Hub', '# Hub of both'))
      expect(await ada.read('own.md')).toBe('own\n')
    }))

  test('a note may show the marks of a conflict as code; those that a merge leaves in code are in conflict', () => {
    const code = (text: string) => lines('# How', '', '```', text, '```')
    const shown = code('<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs')
    return withTwo({ ...files, 'how.md': code('one') }, async (ada, bob) => {
      await ada.write('git.md', shown)
      expect((await ada.flint('sync')).stdout).toContain('Sent to origin.')
      await bob.flint('sync')
      expect(await bob.read('git.md')).toBe(shown)

      await ada.write('how.md', code('two'))
      await ada.flint('sync')
      await bob.write('how.md', code('three'))
      for (const attempt of [1, 2])
        expect({ attempt, ...(await bob.flint('sync')) }).toMatchObject({ code: 4 })
      await bob.write('how.md', shown.replace('<<<<<<< ours', '<<<<<<< settled'))
      expect((await bob.flint('sync')).code).toBe(4)
      await bob.write('how.md', code('two and three'))
      expect((await bob.flint('sync')).code).toBe(0)
    })
  })

  test('nothing of flint is left among the files of git', () =>
    withTwo(files, async (ada, bob) => {
      ada.git('mv', 'hub.md', 'centre.md')
      await ada.flint('sync')
      await bob.write('new.md', '[[hub]]\n')
      expect((await bob.flint('sync')).stdout).toContain('Links follow what was renamed: new.md.')
      expect((await readdir(join(bob.folder, '.git'))).filter((name) => name.includes('flint'))).toEqual([])
    }))

  test('it says what it is doing', () =>
    withOne(files, async (ada, { env }) => {
      const said: (string | undefined)[] = []
      const app = createApp({
        env: { ...env, FLINT_CONFIG_DIR: `${ada.folder}.config`, FLINT_DATA_DIR: `${ada.folder}.data` },
        cwd: ada.folder,
        vault: null,
        log: { debug: silent, info: silent, warn: silent, error: silent },
        now: () => new Date(),
      })
      try {
        const context = app.toolContext({
          session: { id: 'terminal' },
          signal: new AbortController().signal,
          progress: (_done, _total, message) => said.push(message),
        })
        await ada.write('hub.md', 'other\n')
        await callTool([syncVault({ mergeDriver: 'false' })], 'sync_vault', {}, context)
      } finally {
        await app.close()
      }
      expect(said).toEqual([
        'Committing what has changed',
        'Fetching what others have sent',
        'Sending what is committed here',
      ])
    }))

  test('what a person has staged elsewhere is not committed', () =>
    withOne({ ...files, 'notes/a.md': 'a\n', 'code.js': '1\n' }, async (ada, flint) => {
      const vault = `${ada.folder}/notes`
      await ada.write('notes/.flint-note/config.yml', '{}\n')
      await ada.write('code.js', '2\n')
      ada.git('add', 'code.js')
      await ada.write('notes/a.md', 'b\n')
      const env = { FLINT_CONFIG_DIR: `${ada.folder}.config`, FLINT_DATA_DIR: `${ada.folder}.data` }
      expect((await flint.run(['sync'], { cwd: vault, env })).stdout).toContain('2 files committed.')
      expect(ada.git('status', '--porcelain')).toBe('M  code.js\n')
      expect(ada.git('show', '--name-only', '--format=', 'HEAD')).toBe(
        'notes/.flint-note/config.yml\nnotes/a.md\n',
      )
    }))

  test('a rebase that git has stopped in is named, not the branch that is missing meanwhile', () =>
    withOne(files, async (ada) => {
      ada.git('checkout', '--quiet', '-b', 'other')
      await ada.send({ 'hub.md': '# Other\n' }).catch(() => undefined)
      ada.git('checkout', '--quiet', 'main')
      await ada.write('hub.md', '# Mine\n')
      ada.git('commit', '--quiet', '--all', '-m', 'mine')
      expect(() => ada.git('rebase', '--quiet', 'other')).toThrow()
      const { stderr } = await ada.flint('sync')
      expect(stderr).toContain('A rebase is under way in this repository. Nothing was committed.')
      expect(stderr).not.toContain('Check out a branch')
    }))

  test('a lock that a git has left in the index is named with its age', () =>
    withOne(files, async (ada) => {
      const lock = join(ada.folder, '.git/index.lock')
      await ada.write('.git/index.lock', '')
      for (const [ms, age] of [
        [20_000, /\d+ seconds old/],
        [3_650_000, /1 hour old/],
        [200_000_000, /2 days old/],
      ] as const) {
        await utimes(lock, new Date(), new Date(Date.now() - ms))
        const { stderr } = await ada.flint('sync')
        expect(stderr).toMatch(/one was stopped there\. \.git\/index\.lock is /)
        expect(stderr).toMatch(age)
        expect(stderr).toContain('remove that file if no git is running')
      }
    }))

  test('in the middle of a rebase, without a repository and without a remote it says so', () =>
    withOne(files, async (ada, flint) => {
      await flint.run(['create', 'plain', 'Plain', `${flint.folder}/plain`])
      expect((await flint.run(['sync', '--vault', 'plain'])).stderr).toContain('is in no git repository')
      ada.git('remote', 'remove', 'origin')
      await ada.write('hub.md', `${hub}more\n`)
      expect((await ada.flint('sync')).stdout).toBe('1 file committed.\nNo remote to send to.\n')
      await ada.write('.git/rebase-merge/head-name', 'refs/heads/main\n')
      await ada.write('hub.md', hub)
      const { code, stderr } = await ada.flint('sync')
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('A rebase is under way'),
      })
      expect(ada.git('log', '--oneline').split('\n')).toHaveLength(3)
    }))
})
