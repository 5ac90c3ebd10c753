import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { lines } from '../support/lines.ts'
import { withFolder } from '../support/with-folder.ts'
import { commandRunner, findCommands, matches } from './run-commands.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = ['README.md', ...readdirSync(`${root}docs`).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md') && existsSync(root + name))
  .map((name) => ({ name, commands: findCommands(readFileSync(root + name, 'utf8')) }))
  .filter(({ commands }) => commands.length > 0)

describe.skipIf(process.platform === 'win32')('the commands of a page print what it shows', () => {
  test.each(pages)(
    '$name',
    ({ name, commands }) =>
      withFolder({}, async (home) => {
        const run = await commandRunner(home)
        for (const command of commands) {
          const result = await run(command.command)
          if (matches(command, result)) continue
          // Fails with both texts side by side.
          expect(result.output, `${name}:${command.line}: $ ${command.command}`).toBe(
            command.output.join('\n'),
          )
        }
      }),
    // An hour of work is two dozen processes.
    180_000,
  )

  test('a command runs in the home of somebody new, and its output is compared', () =>
    withFolder({}, async (home) => {
      const run = await commandRunner(home)
      const page = lines(
        '```',
        '$ mkdir notes && printf "# Fox\\n\\nThe fox is red.\\n" > notes/fox.md',
        '$ flint create wild "Wild life" ~/notes',
        '…',
        '$ flint call get_note --json \'{"identifier":"fox","fields":["title"]}\'',
        '…"title":…"Fox"…',
        '$ flint show nothing-of-the-kind',
        '…NOT_FOUND…',
        '```',
      )
      for (const command of findCommands(page)) {
        const result = await run(command.command)
        expect(matches(command, result), `${command.command}\n${result.output}`).toBe(true)
        expect(result.output).not.toContain('EACCES')
      }
    }))
})

test('only blocks that call flint are run', () => {
  const page = lines(
    '```sh',
    '$ git clone x',
    '$ npm start',
    '```',
    '',
    '```',
    '$ mkdir a',
    '$ flint list',
    'one',
    '',
    'two',
    '```',
    '$ flint no',
  )
  expect(findCommands(page)).toEqual([
    { line: 7, command: 'mkdir a', output: [] },
    { line: 8, command: 'flint list', output: ['one', '', 'two'] },
  ])
})

test.each([
  ['all equal', ['a  b', 'c'], 'a  b  \nc\n', false, true],
  ['another line', ['a'], 'a\nb\n', false, false],
  ['other words', ['a'], 'b', false, false],
  ['anything within a line', ['took … ms'], 'took 12 ms', false, true],
  ['any lines', ['first', '…', 'last'], 'first\nx\ny\nlast', false, true],
  ['signs of regular expressions', ['[a] (b)* $1 …'], '[a] (b)* $1 end', false, true],
  ['a failure that is shown', ['error: no'], 'error: no', true, true],
  ['a failure that is not', [], '', true, false],
  ['nothing shown', [], 'whatever', false, true],
] as const)('output and page: %s', (_what, shown, output, failed, expected) => {
  expect(matches({ line: 1, command: 'x', output: shown }, { output, failed })).toBe(expected)
})
