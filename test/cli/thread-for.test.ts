import { expect, test } from 'vitest'
import { threadFor } from '../../src/cli/thread-for.ts'
import { withFlint } from './with-flint.ts'

test.each([
  ['notes --limit 2', true],
  ['--vault work show lamp', true],
  ['sql SELECT', true],
  ['s walnut', true],
  ['delete note lamp', true],
  ['history', true],
  ['notes --help', false],
  ['list', false],
  ['serve --vault work', false],
  ['token create notes', false],
  ['complete bash -- show ', false],
  ['--version', false],
  ['', false],
])('for "%s" a thread is started ahead: %s', async (line, isStarted) => {
  const thread = await threadFor(line.split(' '))
  await thread?.close()
  expect(thread !== null).toBe(isStarted)
})

test('a line that is not understood ends, whatever was started for it', () =>
  withFlint({}, async (flint) => {
    const { code, stderr } = await flint.run(['notes', '--nonsense'], { isProcess: true })
    expect(code).toBe(2)
    expect(stderr).toContain('--nonsense')
  }))

test.each([
  ['sql SELECT', [true, false]],
  ['notes', [false, false]],
])('for "%s" what runs a query is started ahead, for the first who asks: %j', async (line, isThere) => {
  const threads = await threadFor(line.split(' '))
  const runners = [threads?.takeSqlRunner(), threads?.takeSqlRunner()]
  await Promise.all([threads?.close(), ...runners.map((runner) => runner?.close())])
  expect(runners.map((runner) => runner != null)).toEqual(isThere)
})
