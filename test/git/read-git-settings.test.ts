import { expect, test } from 'vitest'
import { readGitSettings } from '../../src/git/read-git-settings.ts'
import { refuseSettings } from '../../src/git/refuse-settings.ts'

const listed = [
  ['system', 'core.pager\nless'],
  ['global', 'user.name\nAda\nLovelace'],
  ['global', 'filter.mine.clean\nmine'],
  ['local', 'branch.Main.remote\norigin'],
  ['local', 'commit.gpgsign'],
  ['local', 'user.name\nBob'],
  ['worktree', 'filter.x.clean\nrm'],
]
  .flat()
  .map((field) => `${field}\0`)
  .join('')

test('of settings the last one holds, with its line breaks, and one without a value is true', () => {
  const inForce = (text: string) =>
    Object.fromEntries(readGitSettings(text).map(({ name, value }) => [name, value]))
  expect(inForce(listed)).toEqual({
    'core.pager': 'less',
    'user.name': 'Bob',
    'filter.mine.clean': 'mine',
    'branch.Main.remote': 'origin',
    'commit.gpgsign': 'true',
    'filter.x.clean': 'rm',
  })
  expect(inForce('global\0a.b\n1\n2\0')).toEqual({ 'a.b': '1\n2' })
})

test('what the repository and one of its work trees name is refused, what the user names is not', () => {
  expect(refuseSettings(readGitSettings(listed)).map(({ name }) => name)).toEqual(['filter.x.clean'])
})
