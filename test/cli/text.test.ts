import { expect, test } from 'vitest'
import { CliError } from '../../src/cli/cli-error.ts'
import { describeError } from '../../src/cli/tell-failure.ts'
import { formatSize } from '../../src/cli/plain-text.ts'
import { oneLine, plainPath, shorten, withoutControls } from '../../src/cli/plain-text.ts'
import { drawBar } from '../../src/cli/show-progress.ts'
import { displayWidth, formatTable } from '../../src/cli/table.ts'
import { describeTerminal } from '../../src/cli/terminal.ts'
import { toPerson } from '../../src/cli/to-person.ts'

test('columns line up, whatever script and colour their cells have', () => {
  expect(
    formatTable([
      ['a', 'one', 'x'],
      ['日本', '\u001b[1mtwo\u001b[22m', ''],
      ['e\u0301', 'three', 'y'],
    ]),
  ).toBe(['a     one    x', '日本  \u001b[1mtwo\u001b[22m', 'e\u0301     three  y'].join('\n'))
  expect(displayWidth('📎')).toBe(2)
})

test('somebody else’s text cannot move the cursor', () => {
  expect(oneLine('a\n\u001b[2J\tb\u0007')).toBe('a [2J b')
  expect(withoutControls('a\r\n\tb\u001b]0;x\u0007')).toBe('a\n\tb]0;x')
  expect(oneLine('a\u202Eb\u2066c\u2069')).toBe('abc')
  expect(withoutControls('a\u202Ab\u2068\n')).toBe('ab\n')
  expect(shorten('abcdef', 4)).toBe('abc…')
  expect(shorten('👍👍', 2)).toBe('👍👍')
})

test('a path is shown as no other one: what is not printed is named', () => {
  expect(plainPath('x\n\t y.md')).toBe(String.raw`x\n\t y.md`)
  expect(plainPath('a  b\u001b[2J\u0085\u202E.md')).toBe(String.raw`a  b\x1b[2J\x85\u202e.md`)
})

test('sizes have at most two digits before their unit, or three', () => {
  expect([0, 999, 1_000, 1_540, 44_000_000, 999_999].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.5 kB',
    '44 MB',
    '1.0 MB',
  ])
})

test('the bar', () => {
  expect(drawBar('Indexing', { done: 300, total: 1_000 })).toBe(
    'Indexing [#########---------------------] 300 of 1000',
  )
  expect(drawBar('Indexing', { done: 3, total: 0 })).toBe('Indexing …')
})

test('errors speak of commands where agents are told of tools', () => {
  const plain = (_style: string, text: string) => text
  const error = {
    code: 'VAULT_NOT_FOUND',
    message: 'There is no vault "wrk".',
    known_vaults: ['work'],
    hint: toPerson({ kind: 'name-vault' }),
  }
  expect(describeError(new CliError({ error }).content, plain)).toBe(
    'error: There is no vault "wrk". (VAULT_NOT_FOUND)\nKnown vaults: work\nName one of the known vaults, or run flint list.',
  )
})

test('colours are for terminals, and not where NO_COLOR forbids them', async () => {
  const stream = (isTTY: boolean) => ({ isTTY, columns: 80 }) as never
  const streams = { stdin: stream(true), stdout: stream(true), stderr: stream(true) }
  expect((await describeTerminal(streams, {})).paint('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect((await describeTerminal(streams, { NO_COLOR: '1' })).paint('red', 'x')).toBe('x')
  expect((await describeTerminal(streams, { TERM: 'dumb' })).paint('red', 'x')).toBe('x')
  expect(await describeTerminal({ ...streams, stdout: stream(false) }, {})).toMatchObject({
    isWatched: false,
    canAsk: true,
  })
  expect((await describeTerminal({ ...streams, stdin: stream(false) }, {})).canAsk).toBe(false)
})
