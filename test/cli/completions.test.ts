import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completeLine } from '../../src/cli/completions/complete-line.ts'
import { completionScript } from '../../src/cli/completions/completion-script.ts'
import { joinEquals, readTyped, showCandidates } from '../../src/cli/completions/shell-words.ts'
import { completeNow } from '../../src/cli/completions/complete-now.ts'
import { commandList } from '../../src/cli/command-list.ts'
import { addTwoVaults, type Flint, mainFile, withFlint } from './with-flint.ts'
import { has, hasTerminal, type Screen, withTerminal } from './with-terminal.ts'

const files = {
  'ideas/projects/desk lamp.md': '# Desk lamp\n\nOf walnut. #home/light\n',
  'ideas/projects/shelf.md': '# Shelf\n\n#home\n',
  'ideas/漢字.md': '# 日本語\n',
  'tours/alps.md': '# Alps\n',
}

/** Two vaults that were indexed, and flint on the path. */
async function withShell(use: (flint: Flint) => Promise<void>): Promise<void> {
  await withFlint(files, async (flint) => {
    await addTwoVaults(flint)
    await flint.run(['notes', '--all'])
    const bin = join(flint.folder, 'bin')
    await mkdir(bin)
    // fish makes completions of the manual pages where this is missing, also after its terminal is gone.
    await mkdir(join(flint.folder, 'home/.local/share/fish/generated_completions'), { recursive: true })
    await writeFile(join(bin, 'flint'), `#!/bin/sh\nexec '${process.execPath}' '${mainFile}' "$@"\n`)
    await chmod(join(bin, 'flint'), 0o755)
    await symlink(process.execPath, join(bin, 'node'))
    await use({ ...flint, env: { ...flint.env, PATH: `${bin}:${flint.env['PATH'] ?? ''}`, TERM: 'xterm' } })
  })
}

const faces = commandList.filter(({ isHidden }) => isHidden !== true)

/** The words for a line whose last one is to be completed. */
function words(...line: readonly string[]): readonly string[] {
  return completeLine(line, faces).words.map(({ word }) => word)
}

function asked(...line: readonly string[]): string {
  const { ask, vault, typed, before } = completeLine(line, faces)
  return `${ask ?? 'nothing'} ${vault ?? '-'} ${before}|${typed}`
}

test('commands, those of a group, options that are not given yet, and values', () => {
  expect(words('')).toContain('search')
  expect(words('')).not.toContain('complete')
  expect(words('delete', '')).toEqual(['note', 'notes', 'note-type'])
  expect(words('help', '')).toContain('exit-codes')
  expect(words('--vault', 'work', 'delete', 'note', '--')).toContain('--mode')
  expect(words('notes', '--orphans', '--tag', 'a', '--')).toEqual(
    expect.arrayContaining(['--tag', '--vault']),
  )
  expect(words('notes', '--orphans', '--')).not.toContain('--orphans')
  expect(words('delete', 'note', 'x', '--mode', '')).toEqual(['archive', 'trash', 'permanent'])
  expect(words('ls', '--sort=')).toContain('modified')
  expect(words('notes', '--', '--')).toEqual([])
})

test('what somebody else knows is asked for, in the vault that is named', () => {
  expect(asked('show', 'pro')).toBe('notes - |pro')
  expect(asked('--vault', 'work', 'cat', '')).toBe('notes work |')
  expect(asked('show', '--vault=work', 'x')).toBe('notes work |x')
  expect(asked('show', '--vault', 'wo')).toBe('vaults - |wo')
  expect(asked('notes', '--tag=ho')).toBe('tags - --tag=|ho')
  expect(asked('serve', '--toolsets', 'core,ta')).toBe('toolsets - core,|ta')
  expect(asked('tag', 'lamp.md', 'a', 'b')).toBe('tags - |b')
  expect(asked('undo', '')).toBe('changes - |')
  expect(asked('ingest', 'a.pdf', 'b')).toBe('files - |b')
  expect(asked('search', 'x')).toBe('nothing - |x')
})

test('words come as a shell typed them and go as it reads them', () => {
  const typed = ['desk\\ la', '"desk la', "'it", 'a\\\\b', '"x"', '"a"\\!"b', 'a\\']
  expect(typed.map((word) => readTyped(word).text)).toEqual([
    'desk la',
    'desk la',
    'it',
    'a\\b',
    'x',
    'a!b',
    'a',
  ])
  expect(joinEquals(['notes', '--vault', '=', 'wo'])).toEqual(['notes', '--vault', 'wo'])
  expect(joinEquals(['notes', '--vault', '='])).toEqual(['notes', '--vault', ''])
  const candidates = [{ word: "desk lamp's.md", about: 'Desk\nlamp' }, { word: 'a\nb' }]
  expect(showCandidates(candidates, { shell: 'bash', before: '', raw: '' })).toBe(
    String.raw`desk\ lamp\'s.md`,
  )
  expect(showCandidates(candidates, { shell: 'bash', before: '', raw: '"de' })).toBe("desk lamp's.md")
  const inQuotes = (raw: string, word: string) =>
    showCandidates([{ word }], { shell: 'bash', before: '', raw })
  expect(inQuotes('"M', 'M $(x) `y` \\ "z"')).toBe(String.raw`M \$(x) \`y\` \\ \"z\""`)
  expect(inQuotes('"W', 'Wow! a')).toBe(String.raw`Wow"\!" a`)
  expect(inQuotes("'q", "q's")).toBe(String.raw`q'\''s`)
  // bash puts the word only behind the quote that is open.
  expect(inQuotes('a/"d', 'a/d $x')).toBe(String.raw`d \$x`)
  expect(showCandidates(candidates, { shell: 'fish', before: '--tag=', raw: '' })).toBe(
    "--tag=desk lamp's.md\tDesk lamp",
  )
})

test.each(['bash', 'zsh', 'fish'] as const)('the script for %s', (shell) => {
  expect(completionScript(shell)).toMatchSnapshot()
})

test('what is asked at a Tab: notes by level, titles, folders, tags, types, changes, vaults and tools', () =>
  withShell(async ({ run, env, folder }) => {
    const complete = async (...line: readonly string[]) =>
      (await completeNow({ shell: 'bash', line, env, cwd: folder })).trim()
    expect((await complete('show', '')).split('\n')).toEqual(['projects/', '漢字.md'])
    expect((await complete('show', 'projects/')).split('\n')).toEqual([
      String.raw`projects/desk\ lamp.md`,
      'projects/shelf.md',
    ])
    expect(await complete('show', 'Desk')).toBe(String.raw`Desk\ lamp`)
    expect(await complete('--vault', 'tours', 'show', '')).toBe('alps.md')
    expect(await complete('mv', 'x', '')).toBe('projects/')
    expect((await complete('tags', '')).split('\n').sort()).toEqual(['home', 'home/light'])
    expect(await complete('notes', '--tag', '#home/')).toBe(String.raw`\#home/light`)
    await run(['append', '漢字', 'more'])
    expect(await complete('undo', '')).toBe('1')
    expect((await complete('switch', '')).split('\n')).toEqual(['ideas', 'tours'])
    expect(await complete('call', 'get_back')).toBe('get_backlinks')
    expect(await complete('ingest', 'x')).toBe(':files')
    expect(await complete('show', 'none')).toBe('')
    expect((await run(['complete', 'bash', '--', 'sea'])).stdout).toBe('search\n')
    expect((await run(['complete', 'vaults'])).stdout).toBe('ideas\ntours\n')
  }))

test('a list of toolsets names each once, and `all` alone', () =>
  withFlint({}, async ({ env, folder }) => {
    const complete = async (word: string) =>
      (await completeNow({ shell: 'zsh', line: ['serve', '--toolsets', word], env, cwd: folder }))
        .trim()
        .split('\n')
    expect(await complete('')).toEqual(expect.arrayContaining(['core\t', 'all']))
    const more = (await complete('core,')).map((word) => word.trim())
    expect(more).toContain('core,tasks')
    expect(more).not.toContain('core,core')
    expect(more).not.toContain('core,all')
  }))

test('a name is completed whichever way its letters are spelled', () =>
  withFlint({ 'v/u\u0308ber.md': '# Above\n' }, async ({ run, env, folder }) => {
    await run(['create', 'v', 'V', join(folder, 'v'), '--switch'])
    await run(['notes'])
    const complete = async (word: string) =>
      (await completeNow({ shell: 'bash', line: ['show', word], env, cwd: folder })).trim()
    expect(await complete('\u00fcb')).toBe('\u00fcber.md')
    expect(await complete('u\u0308b')).toBe('u\u0308ber.md')
  }))

test.each([null, '', 'a\n', 'a'])(
  'a settings file of a shell that says %j does so again once they are taken out',
  (text) =>
    withFlint({}, async ({ run, folder }) => {
      const rc = join(folder, 'home/.zshrc')
      if (text !== null) await writeFile(rc, text)
      const now = async () => await readFile(rc, 'utf8').catch(() => null)
      for (const what of ['install', 'install', 'remove'])
        expect((await run(['completions', what, 'zsh', '--yes'])).code).toBe(0)
      expect(await now()).toBe(text)
    }),
)

test('a tag that would be an option is offered only where it is none', () =>
  withShell(async ({ run, env, folder }) => {
    await writeFile(join(folder, 'ideas/nasty.md'), '---\ntags: ["--vault=nasty", "-x", "fine"]\n---\n')
    await run(['notes'])
    const complete = async (...line: readonly string[]) =>
      (await completeNow({ shell: 'fish', line, env, cwd: folder }))
        .split('\n')
        .map((one) => one.split('\t')[0])
    for (const line of [
      ['tag', 'x.md', ''],
      ['retag', ''],
      ['notes', '--tag', ''],
    ]) {
      const offered = await complete(...line)
      expect(offered).toContain('fine')
      expect(offered.filter((word) => word?.startsWith('-'))).toEqual([])
    }
    expect(await complete('tag', 'x.md', '--', '')).toEqual(expect.arrayContaining(['--vault=nasty', '-x']))
    expect(await complete('notes', '--tag=-')).toContain('--tag=--vault=nasty')
  }))

test.each(['bash', 'zsh', 'fish'] as const)('for %s nothing turns the line around', (shell) => {
  const candidates = [
    { word: 'exe\u202Edm.md', about: 'Hidden' },
    { word: 'b\u2066.md' },
    { word: 'c.md', about: 'T\u202Eitle\u001b[2J\n' },
  ]
  const shown = shell === 'bash' ? 'c.md' : 'c.md\tTitle[2J'
  expect(showCandidates(candidates, { shell, before: '', raw: '' })).toBe(shown)
})

const shells = [
  { shell: 'bash', start: ['bash', '--norc', '-i'], menu: ['Tab', 'Tab'] },
  { shell: 'zsh', start: ['zsh', '-f', '-i'], menu: ['Tab'] },
  { shell: 'fish', start: ['fish', '-i'], menu: ['Tab'] },
] as const

test.for(shells)(
  'in a real terminal $shell completes commands, notes, tags and values',
  { timeout: 60_000 },
  async ({ shell, start, menu }, { skip }) => {
    if (!hasTerminal) skip('tmux is not installed')
    if (!has(shell)) skip(`${shell} is not installed`)
    await withShell(async ({ run, env, folder }) => {
      const installed = await run(['completions', 'install', shell, '--yes'], { env })
      expect(installed.code).toBe(0)
      const rc = join(folder, 'home', shell === 'zsh' ? '.zshrc' : '.bashrc')
      await withTerminal(
        start,
        { env: { ...env, PS1: '$ ', HISTFILE: '' }, cwd: folder },
        async ({ type, shows }) => {
          if (shell !== 'fish') await type(`. '${rc}'`, 'Enter')
          await type('flint backl', 'Tab')
          await shows('flint backlinks')
          await type('projects/d', 'Tab')
          await shows(/flint backlinks (projects\/desk\\ lamp\.md|'projects\/desk lamp\.md')/)
          await type('C-u')
          await type('flint notes --tag home/', 'Tab')
          await shows('--tag home/light')
          await type('C-u')
          await type('flint show --vault t', 'Tab')
          await shows('--vault tours')
          await type('al', 'Tab')
          await shows('tours alps.md')
          await type('C-u')
          await type('flint delete note --mode ', ...menu)
          await shows(/archive[^]*trash/)
        },
      )
      expect((await run(['completions', 'remove', shell, '--yes'], { env })).code).toBe(0)
      if (shell !== 'fish') await expect(readFile(rc)).rejects.toThrow('ENOENT')
    })
  },
)

/** Presses Tab behind the line, has the shell echo what it makes of it, and looks whether it means this. */
async function becomes(line: string, meant: string, { type, shows }: Screen): Promise<void> {
  await type('-l', line)
  await type('Tab')
  // A mark stands behind the word as soon as Tab is done.
  await type('-l', ' #done')
  await shows('#done')
  await type('-N', '6', 'BSpace')
  await type('C-a')
  await type('-l', 'echo "<" ')
  await type('C-e')
  await type('-l', ' ">"')
  await type('Enter')
  await shows(`\n< ${meant} >\n`)
  await type('C-l')
}

const nasty = [
  'Meeting $(touch OWNED).md',
  'Notes `touch OWNED`.md',
  'Wow! $HOME "x" \\y.md',
  "quiet'; touch OWNED; '.md",
  '!first $(touch OWNED).md',
  'only $x(1).md',
  'only `x(2).md',
]

/** What is typed before Tab, and the one word that has to become of it. */
const nastyLines = [
  ['flint show "Mee', 'flint show Meeting $(touch OWNED).md'],
  ['flint show Mee', 'flint show Meeting $(touch OWNED).md'],
  ['flint show "No', 'flint show Notes `touch OWNED`.md'],
  ['flint show "Wow', 'flint show Wow! $HOME "x" \\y.md'],
  ["flint show 'qui", "flint show quiet'; touch OWNED; '.md"],
  ['flint show "qui', "flint show quiet'; touch OWNED; '.md"],
  ["flint show '!fi", 'flint show !first $(touch OWNED).md'],
  ['flint show "!fi', 'flint show !first $(touch OWNED).md'],
  ['flint retag "x', 'flint retag x$(touch OWNED)'],
  ['flint notes --tag="x', 'flint notes --tag=x$(touch OWNED)'],
] as const

test.for(shells)(
  'in $shell nothing of a name is run that Tab has put behind a quote',
  { timeout: 60_000 },
  async ({ shell, start }, { skip }) => {
    if (!hasTerminal) skip('tmux is not installed')
    if (!has(shell)) skip(`${shell} is not installed`)
    await withShell(async ({ run, env, folder }) => {
      for (const name of nasty) await writeFile(join(folder, 'ideas', name), '# N\n')
      await writeFile(join(folder, 'ideas/tagged.md'), '---\ntags: ["x$(touch OWNED)"]\n---\n')
      expect((await run(['notes'])).stdout).toContain('Meeting $(touch')
      await writeFile(join(folder, 'rc'), completionScript(shell))
      await withTerminal(
        start,
        { env: { ...env, PS1: '$ ', HISTFILE: '' }, cwd: folder, columns: 200 },
        async (screen) => {
          await screen.type(
            shell === 'zsh' ? 'autoload -Uz compinit; compinit -u; . ./rc' : '. ./rc',
            'Enter',
          )
          for (const [line, meant] of nastyLines) await becomes(line, meant, screen)
        },
      )
      expect(existsSync(join(folder, 'OWNED'))).toBe(false)
    })
  },
)

test(
  'in bash a file or folder is one word, whatever is in its name',
  { timeout: 60_000 },
  async ({ skip }) => {
    if (!hasTerminal || !has('bash')) skip('tmux or bash is not installed')
    await withShell(async ({ env, folder }) => {
      const here = join(folder, 'here')
      await mkdir(join(here, 'two words $(touch OWNED)'), { recursive: true })
      for (const name of ['only one.md', 'x*', 'xa b', 'two.md']) await writeFile(join(here, name), '')
      await writeFile(join(here, 'rc'), completionScript('bash'))
      await withTerminal(
        ['bash', '--norc', '-i'],
        { env: { ...env, PS1: '$ ', HISTFILE: '' }, cwd: here, columns: 200 },
        async (screen) => {
          await screen.type('. ./rc', 'Enter')
          await becomes('flint ingest on', 'flint ingest only one.md', screen)
          await becomes('flint ingest "on', 'flint ingest only one.md', screen)
          await becomes('flint ingest x\\*', 'flint ingest x*', screen)
          await becomes('flint --log-file=on', 'flint --log-file=only one.md', screen)
          await becomes('flint create a b two', 'flint create a b two words $(touch OWNED)/', screen)
          // What is not a file is not completed with one.
          await becomes('flint show on', 'flint show on', screen)
        },
      )
      expect(existsSync(join(here, 'OWNED'))).toBe(false)
    })
  },
)

test('install shows what it writes, keeps what is there, and is taken back', () =>
  withFlint({ 'home/.bashrc': 'alias ll="ls -l"' }, async ({ run, folder }) => {
    const rc = join(folder, 'home/.bashrc')
    const env = { SHELL: '/bin/bash' }
    const refused = await run(['completions', 'install'], { env })
    expect(refused.code).toBe(4)
    expect(refused.stderr).toContain('# flint completions')
    expect(await readFile(rc, 'utf8')).toBe('alias ll="ls -l"')
    expect((await run(['completions', 'install', '--yes'], { env })).code).toBe(0)
    expect(await readFile(rc, 'utf8')).toMatch(
      /^alias ll="ls -l"\n\[ -f '.*completions\.bash' \] && \. .* # flint completions \(with the line break above\)\n$/,
    )
    expect((await run(['completions', 'install', '--yes'], { env })).stdout).toContain('has them already')
    expect((await run(['completions', 'remove', '--yes'], { env })).code).toBe(0)
    expect(await readFile(rc, 'utf8')).toBe('alias ll="ls -l"')
    expect((await run(['completions', 'install'], { env: { SHELL: '/bin/tcsh' } })).code).toBe(2)
  }))

test.skipIf(!has('bash'))('the script is bash, for all that follows is', () => {
  expect(spawnSync('bash', ['-n'], { input: completionScript('bash') }).status).toBe(0)
})
