import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchGitLock } from '../../src/watch/git-lock.ts'
import { withFolder } from '../support/with-folder.ts'
import { runGit } from '../support/with-clones.ts'

test('the lock is found above a vault and in a work tree beside its repository, and counts while it is new', () =>
  withFolder({ 'top/notes/a.md': 'a\n' }, async (folder) => {
    const top = join(folder, 'top')
    runGit(top, 'init', '--quiet', '--initial-branch=main')
    runGit(
      top,
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@b',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'first',
    )
    runGit(top, 'worktree', 'add', '--quiet', '-b', 'other', join(folder, 'beside'))
    mkdirSync(join(folder, 'beside/notes'))
    const locks = { top: '.git/index.lock', beside: '../top/.git/worktrees/beside/index.lock' }
    for (const [name, place] of Object.entries(locks)) {
      const isHeld = watchGitLock(join(folder, name, 'notes'))
      const lock = join(folder, name, place)
      expect(isHeld?.()).toBe(false)
      writeFileSync(lock, '')
      expect(isHeld?.()).toBe(true)
      const longAgo = new Date(Date.now() - 60_000)
      utimesSync(lock, longAgo, longAgo)
      expect(isHeld?.()).toBe(false)
      rmSync(lock)
    }
    await Promise.resolve()
  }))
