import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { displayWidth } from '../../src/cli/table.ts'
import { type Flint, addTwoVaults, mainFile, withFlint } from './with-flint.ts'
import { hasTerminal, type Screen, withTerminal } from './with-terminal.ts'

const files = {
  'ideas/lamp.md': '# Desk lamp\n\nA lamp of walnut.\n',
  'ideas/shelf.md': '# Shelf\n\nGoes beside the [[lamp]].\n',
  'ideas/漢字.md': '# 日本語のとても長い題名のノート\n\nWalnut by another name.\n',
  'ideas/rtl.md': '# רשימה של ספרים\n\nWalnut, from right to left.\n',
  'tours/alps.md': '# Alps\n\nFive days over the pass.\n',
}

/** flint in a terminal, within a shell that shows what it left. */
async function inTerminal(
  args: string,
  {
    columns,
    rows,
    env = {},
  }: { readonly columns?: number; readonly rows?: number; readonly env?: Record<string, string> },
  use: (screen: Screen, flint: Flint) => Promise<void>,
): Promise<void> {
  await withFlint(files, async (flint) => {
    await addTwoVaults(flint)
    const line = `flint() { '${process.execPath}' '${mainFile}' "$@"; }; flint ${args}; echo "ended with $?"; exec sleep 1000`
    await withTerminal(
      ['/bin/sh', '-c', line],
      {
        env: { ...flint.env, TERM: 'xterm-256color', EDITOR: '', ...env },
        cwd: flint.folder,
        ...(columns !== undefined && { columns }),
        ...(rows !== undefined && { rows }),
      },
      async (screen) => {
        await use(screen, flint)
      },
    )
  })
}

// Where tmux is not installed there is no terminal to look at.
test.skipIf(!hasTerminal)(
  'flint alone picks a note of all vaults as one types, and shows it beside the list',
  () =>
    inTerminal('', {}, async (screen, { folder }) => {
      expect(await screen.shows('> ')).toContain('tours: alps.md')
      await screen.type('wal')
      await screen.shows(/│ .*walnut/i)
      await screen.type('nut')
      const shown = await screen.shows('Find: walnut')
      expect(shown).toContain('Enter open  ^P path  ^L link  ^N new  Esc leave')
      await screen.type(' lamp')
      // Not the list of the word before, which has that note too.
      await screen.shows(/Find: walnut lamp[^]*> Desk lamp/)
      await screen.type('C-p')
      expect(await screen.shows('ended with 0')).toContain(join(folder, 'ideas/lamp.md'))
    }),
)

test.skipIf(!hasTerminal)('on 40 columns a list shows days and paths, which are then whole', () =>
  inTerminal('notes --vault ideas', { columns: 40 }, async (screen) => {
    const shown = await screen.shows('ended with 0')
    expect(shown).toMatch(/^\d{4}-\d\d-\d\d {2}lamp\.md$/m)
    expect(shown).not.toContain('Desk lamp')
  }),
)

test.skipIf(!hasTerminal)(
  'on 40 columns and 12 rows nothing is cut into or wrapped, without colours too',
  () =>
    inTerminal('pick --vault ideas', { columns: 40, rows: 12, env: { NO_COLOR: '1' } }, async (screen) => {
      await screen.shows('> ')
      await screen.type('walnut')
      const shown = await screen.shows(/רשימה[^]*日本語|日本語[^]*רשימה/)
      for (const line of shown.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40)
      expect(shown).not.toContain('│')
      expect(shown.split('\n').filter((line) => line.startsWith('> '))).toHaveLength(1)
      await screen.type('Down')
      await screen.resize(100, 24)
      await screen.shows('│')
      await screen.resize(40, 12)
      // The terminal folds what stands there before the picker draws it anew.
      await screen.shows(/^Find: walnut\n[^│]*$/)
      await screen.type('C-c')
      expect(await screen.shows('ended with 130')).toMatch(/^ended with 130\n/)
    }),
)

test.skipIf(!hasTerminal)('a new note of what is typed, and a name that several notes have', () =>
  inTerminal('links', {}, async (screen, { run, folder }) => {
    await screen.shows('> ')
    await screen.type('shelf')
    await screen.shows(/> Shelf/)
    await screen.type('Enter')
    expect(await screen.shows('ended with 0')).toContain('lamp.md')
    expect((await run(['links'])).code).toBe(2)
    await withTerminal(
      ['/bin/sh', '-c', `'${process.execPath}' '${mainFile}' pick; exec sleep 1000`],
      { env: { ...process.env, ...(await envOf(folder)), EDITOR: '', VISUAL: '' }, cwd: folder },
      async (second) => {
        await second.shows('> ')
        await second.type('Reading corner')
        await second.shows('Find: Reading corner')
        await second.type('C-n')
        await second.shows('reading-corner.md')
      },
    )
    expect((await run(['notes', '--format', '{title}'])).stdout).toContain('Reading corner\n')
  }),
)

// Pasted, from a macro, or over a slow line: the keys are there before any answer is.
test.skipIf(!hasTerminal)(
  'Enter in the same write as the words, or right after, takes a note that has them',
  { timeout: 120_000 },
  () =>
    withFlint(files, async (flint) => {
      await addTwoVaults(flint)
      const { run, folder } = flint
      // Without words those with an `a` come first.
      const others = Array.from({ length: 300 }, (_, at) => [`a${at}`, `# Other ${at}\n`])
      const now = Math.floor(Date.now() / 1_000)
      const both = [
        ['z-full', '# Full Test\n'],
        ['z-fuller', '# Full Test more\n'],
      ]
      for (const [name = '', text = ''] of [...both, ...others])
        await writeFile(join(folder, 'tours', `${name}.md`), text)
      // The newest come first: all are of the same second.
      for (const [name = ''] of [...both, ...others])
        await utimes(join(folder, 'tours', `${name}.md`), now, now)
      await run(['notes', '--vault', '*'])
      const pick = `'${process.execPath}' '${mainFile}' pick`
      await withTerminal(
        [
          '/bin/sh',
          '-c',
          `while :; do ${pick} $(cat args 2>/dev/null); echo "ended with $?"; read line; clear; done`,
        ],
        { env: { ...flint.env, TERM: 'xterm-256color', EDITOR: '' }, cwd: folder },
        async (screen) => {
          for (const args of ['', '--vault tours', '']) {
            await writeFile(join(folder, 'args'), args)
            for (const keys of [['Enter'], ['Down', 'Enter'], ['Enter', 'x'], ['C-p']]) {
              await screen.shows('Other 0 ')
              await screen.type('Full Test', ...keys)
              const found = keys[0] === 'Down' ? /tours\/z-fuller\.md$/m : /tours\/z-full\.md$/m
              expect(await screen.shows('ended with')).toMatch(found)
              await screen.type('Enter')
            }
          }
        },
      )
    }),
)

test.skipIf(!hasTerminal)('Enter where nothing is found leaves one to go on typing', () =>
  inTerminal('pick --path', {}, async (screen, { folder }) => {
    await screen.shows('Find:')
    await screen.type('zzzqqq', 'Enter')
    await screen.shows('No note.')
    await screen.type('-N', '6', 'BSpace')
    await screen.type('alps', 'Enter')
    expect(await screen.shows('ended with 0')).toContain(join(folder, 'tours/alps.md'))
  }),
)

test.skipIf(!hasTerminal)('Esc leaves at once, and an arrow is no Esc', () =>
  inTerminal('pick', {}, async (screen) => {
    await screen.shows(/^> /m)
    await screen.type('Down', 'Up')
    await screen.shows(/^> Desk lamp/m)
    await screen.type('Escape')
    // Within Node's own half a second this would make Alt-x of it, and nobody would leave.
    await delay(250)
    await screen.type('x')
    await screen.shows('ended with 130')
  }),
)

async function envOf(folder: string): Promise<Record<string, string>> {
  return await Promise.resolve({
    HOME: join(folder, 'home'),
    FLINT_CONFIG_DIR: join(folder, '.config'),
    FLINT_DATA_DIR: join(folder, '.data'),
    TERM: 'xterm-256color',
  })
}

test('without a terminal nothing of it runs', () =>
  withFlint(files, async (flint) => {
    await addTwoVaults(flint)
    expect(await flint.run(['pick'])).toMatchObject({ code: 2, stdout: '' })
    expect((await flint.run([])).stdout).toContain('Usage: flint')
  }))

test.skipIf(!hasTerminal)('a command that writes asks for the note and the words it was not given', () =>
  inTerminal('rename', {}, async (screen, { folder }) => {
    await screen.shows('> ')
    await screen.type('desk', ' ', 'lamp')
    await screen.shows(/> Desk lamp/)
    await screen.type('Enter')
    await screen.shows('What is its new title?')
    await screen.type('Reading light', 'Enter')
    await screen.shows('ended with 0')
    expect(await readFile(join(folder, 'ideas/reading-light.md'), 'utf8')).toContain('# Reading light')
  }),
)

test.skipIf(!hasTerminal)('flint done without words lets one choose among the open tasks', () =>
  inTerminal(
    'todo Buy oil >/dev/null; flint todo Oil the shelf > /dev/null; flint done',
    {},
    async (screen) => {
      await screen.shows(/Buy oil/)
      await screen.type('shelf')
      await screen.type('Enter')
      expect(await screen.shows('ended with 0')).toContain('[x] Oil the shelf')
    },
  ),
)

test.skipIf(!hasTerminal)('Ctrl-C at a question changes nothing', () =>
  inTerminal('tag lamp.md', {}, async (screen, { folder }) => {
    await screen.shows('Which tags are added?')
    await screen.type('C-c')
    expect(await screen.shows(/ended with/)).toContain('ended with 130')
    expect(await readFile(join(folder, 'ideas/lamp.md'), 'utf8')).toBe(files['ideas/lamp.md'])
  }),
)
