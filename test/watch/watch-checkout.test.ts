import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { runGit } from '../support/with-clones.ts'
import { withWatchedFolder } from './with-watched-folder.ts'

const notes = Array.from({ length: 40 }, (_, n) => `n${String(n).padStart(2, '0')}.md`)
const files = {
  ...Object.fromEntries(notes.map((path) => [path, 'first\n'])),
  '.gitattributes': 'n20.md filter=gate\n',
}

/** Commits the files, then other texts of them on a branch, and checks out the first. */
function prepare(root: string): void {
  runGit(root, 'init', '--quiet', '--initial-branch=main')
  runGit(root, 'config', 'user.name', 'Ada')
  runGit(root, 'config', 'user.email', 'ada@example.org')
  runGit(root, 'add', '--all')
  runGit(root, 'commit', '--quiet', '-m', 'first')
  runGit(root, 'checkout', '--quiet', '-b', 'next')
  for (const path of notes) writeFileSync(join(root, path), 'another text\n')
  runGit(root, 'commit', '--quiet', '--all', '-m', 'next')
  runGit(root, 'checkout', '--quiet', 'main')
}

test('a checkout is one batch, however long git takes in the middle of it', () =>
  withWatchedFolder(
    { files, prepare, waitForGitMs: 600_000 },
    async ({ root, batches, overflows, settle }) => {
      await settle()
      const sign = (name: string) => join(dirname(root), name)
      // Half of the files are written when git comes to this one, and it waits until it may go on.
      const gate = `touch '${sign('halfway')}'; while [ ! -e '${sign('go-on')}' ]; do sleep 0.01; done; cat`
      const git = spawn('git', ['-c', `filter.gate.smudge=${gate}`, 'checkout', '--quiet', 'next'], {
        cwd: root,
      })
      const ended = once(git, 'exit')
      await until('git is halfway', () => existsSync(sign('halfway')))
      expect(existsSync(join(root, '.git/index.lock'))).toBe(true)
      // What is seen elsewhere comes after its time; half of the checkout would have come by then, too.
      await withWatchedFolder({}, async (other) => {
        other.write('seen.md')
        await other.reported('seen.md')
      })
      expect(batches).toEqual([])
      writeFileSync(sign('go-on'), '')
      expect(await ended).toEqual([0, null])
      await until('the checkout is told', () => batches.length > 0)
      expect(overflows()).toBe(0)
      expect(batches.map((paths) => [...paths].sort())).toEqual([notes])
    },
  ))

test('a lock that a killed git has left holds nothing up, and a call does not wait for one that is at work', () =>
  withWatchedFolder({ files, prepare }, async ({ root, watcher, batches, settle, write, reported }) => {
    await settle()
    const lock = join(root, '.git/index.lock')
    writeFileSync(lock, '')
    const longAgo = new Date(Date.now() - 3_600_000)
    utimesSync(lock, longAgo, longAgo)
    write('a.md')
    await reported('a.md')
    batches.length = 0
    const now = new Date()
    utimesSync(lock, now, now)
    write('b.md')
    await until('the write is seen', async () => {
      await watcher.tellNow()
      return batches.flat().includes('b.md')
    })
    rmSync(lock)
  }))
