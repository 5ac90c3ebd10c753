import { expect, test } from 'vitest'
import { hasPlainSettings } from '../../src/git/plain-settings.ts'

const made = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n'
const cloned = `${made}[remote "origin"]\n\turl = git@host:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`

const setUp = `${cloned}[merge "flint"]\n\tname = flint merges notes\n\tdriver = '/bin/node' '/lib/main.js' merge %O %A %B\n`

const bare = made.replace('bare = false', 'bare = true')

test('what git itself writes into a new repository or a clone is plain, and what `flint git setup` adds', () => {
  expect([made, bare, cloned, setUp, ''].filter((config) => !hasPlainSettings(config))).toEqual([])
})

test.each([
  '[filter "x"]\n\tclean = ./run\n',
  '[core]\n\tfsmonitor = ./run\n',
  '[core]\n\tworktree = /elsewhere\n',
  '[core] fsmonitor = ./run\n',
  '[core]\n\trepositoryformatversion = 1\n',
  '[extensions]\n\tworktreeConfig = true\n',
  '[include]\n\tpath = other\n',
  '[remote "origin"]\n\tpromisor = true\n',
  '[remote "origin"]\n\turl = a\\\n',
  '[remote "origin"]\n\turl = "a\n',
  '[user]\n\tname = Ada\r\n',
  '[merge "other"]\n\tdriver = ./run\n',
  '[merge "flint"]\n\trecursive = x\n',
  '\tbare = false\n',
  '[core]\n\tbare = false\n[unknown]\n',
])('%j is not', (more) => {
  expect(hasPlainSettings(more)).toBe(false)
  expect(hasPlainSettings(`${cloned}${more}`)).toBe(false)
})
