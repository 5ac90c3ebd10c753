import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completeNow } from '../../src/cli/completions/complete-now.ts'
import { type Flint, withFlint } from './with-flint.ts'

const files = {
  'v/lamp.md':
    '# Desk lamp\n\nBeside the [[shelf]].\n\n- [ ] choose the shade\n- [x] buy wood\n- [ ] choose the foot\n',
  'v/shelf.md': '# Shelf\n\n## Where\n\nUnder the [[lamp]].\n',
  'v/projects/': '',
}

async function withVault(
  use: (
    flint: Flint & { readonly read: (path: string) => Promise<string>; readonly here: { cwd: string } },
  ) => Promise<void>,
): Promise<void> {
  await withFlint(files, async (flint) => {
    const cwd = join(flint.folder, 'v')
    await flint.run(['init'], { cwd })
    await use({ ...flint, here: { cwd }, read: async (path) => readFile(join(cwd, path), 'utf8') })
  })
}

test('new makes a note of words and of what is piped in, and prints where it is', () =>
  withVault(async ({ run, read, here }) => {
    const made = await run(['new', 'Reading', 'corner', '--dir', 'projects', '--tag', '#home'], {
      ...here,
      stdin: 'With a lamp.\n',
    })
    expect(made).toMatchObject({ code: 0, stdout: `${join(here.cwd, 'projects/reading-corner.md')}\n` })
    expect(await read('projects/reading-corner.md')).toContain('With a lamp.')
    expect(await read('projects/reading-corner.md')).toContain('home')
    expect(await run(['n', 'Reading corner', '--folder', 'projects'], here)).toMatchObject({
      code: 4,
      stdout: '',
    })
    expect(await run(['new'], here)).toMatchObject({ code: 2, stdout: '' })
  }))

const reading =
  '# Reading\n\n## Metadata Schema\n\n- author: Who (required, string)\n- rating: Stars (required, number)\n'

test('new sets fields of the frontmatter, of a type that requires some, too', () =>
  withVault(async ({ run, json, here }) => {
    await mkdir(join(here.cwd, 'reading'))
    await writeFile(join(here.cwd, 'reading/_description.md'), reading)
    const make = async (...set: readonly string[]) =>
      await run(['new', 'Sapiens', '--type', 'reading', ...set.flatMap((one) => ['--set', one])], here)
    const bare = await make()
    expect(bare.code).toBe(1)
    expect(bare.stderr).toContain('--set KEY=VALUE')
    const wrong = ['author', '=x', 'author=[a', 'author=Yuval: Harari', 'author=#fff', 'author=a\nrating: 1']
    for (const one of wrong) expect(await make(one), one).toMatchObject({ code: 2, stdout: '' })
    expect((await make('author=Yuval: Harari')).stderr).toContain(`--set 'author="…"'`)
    expect(await make('author="Yuval: Harari"', 'rating=5', 'shelves=[history, "a=b"]')).toMatchObject({
      code: 0,
    })
    const { metadata } = await json(['show', 'Sapiens', '--info'], here)
    expect(metadata).toMatchObject({ author: 'Yuval: Harari', rating: 5, shelves: ['history', 'a=b'] })
  }))

test('new takes the frontmatter of what is piped in; --set and the title given take precedence', () =>
  withVault(async ({ run, json, read, here }) => {
    const stdin =
      '---\ntitle: Sapiens\nauthor: "Yuval: Harari"\nrating: 3\ntags: [history]\n---\n\n# Sapiens\n\nLong.\n'
    const made = await run(['new', '--set', 'rating=5', '--tag', 'book'], { ...here, stdin })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const text = await read('general/sapiens.md')
    expect(text).toMatch(/^---\ntitle: Sapiens\n.*\n---\n\n# Sapiens\n\nLong\.\n$/s)
    const { metadata } = await json(['show', 'Sapiens', '--info'], here)
    expect(metadata).toMatchObject({ author: 'Yuval: Harari', rating: 5, tags: ['history', 'book'] })
    expect((await run(['new', 'Other name'], { ...here, stdin })).stdout).toContain('other-name.md')
    const unreadable = await run(['new', 'X'], { ...here, stdin: '---\na: [\n---\nText\n' })
    expect(unreadable).toMatchObject({ code: 2, stdout: '' })
    expect(unreadable.stderr).toContain('frontmatter that is piped in cannot be read')
  }))

test('new keeps the text of a frontmatter that is piped in, and adds what it does not say', () =>
  withVault(async ({ run, read, here }) => {
    const own =
      'title: Kept\nzip: 01234   # plz\nver: 1.0\nhex: 0x1F\nbase: &b [x]\nagain: *b\ntags: one, two\ndouble: 1\ndouble: 2\n'
    const body = '\r\n\r\nFirst.\r\n\r\nLast.'
    const made = await run(['new', '--set', 'ver=2.0'], { ...here, stdin: `\uFEFF---\n${own}---\n${body}` })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const text = await read('general/kept.md')
    expect(text.startsWith(`---\n${own.replace('ver: 1.0', 'ver: 2.0')}type: general\n`)).toBe(true)
    expect(text.endsWith(`\n---\n${body}`)).toBe(true)
    expect(text).toMatch(/\ncreated: [^\r\n]+\n/)
    await run(['new', 'Bare'], { ...here, stdin: '\uFEFFBody.\n' })
    expect(await read('general/bare.md')).toMatch(/\n---\n\nBody\.\n$/)
  }))

test('new writes the values of --set as they are given', () =>
  withVault(async ({ run, read, here }) => {
    const set = ['zip=01234', 'v=1.0', 'none=', 'list=[ a,b ]'].flatMap((one) => ['--set', one])
    expect(await run(['new', 'Values', ...set], here)).toMatchObject({ code: 0, stderr: '' })
    const text = await read('general/values.md')
    expect(text).toContain('\nzip: 01234\nv: 1.0\nnone:\nlist: [ a,b ]\n')
    await run(['new', 'Both', '--tag', 'home', '--set', 'tags=[log]'], here)
    expect(await read('general/both.md')).toContain('\ntags: [log, home]\n')
  }))

test('edit opens the editor that is named, arguments and all, and says where it failed', () =>
  withVault(async ({ run, read, here, folder }) => {
    const editor = join(folder, 'my editor')
    await writeFile(editor, '#!/bin/sh\nprintf "%s\\n" "$1" >> "$2"\n')
    await chmod(editor, 0o755)
    const env = { EDITOR: `'${editor}' seen` }
    expect(await run(['edit', 'Shelf'], { ...here, env })).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await read('shelf.md')).toMatch(/seen\n$/)
    expect(await run(['random', '--dir', 'none', '--open'], { ...here, env })).toMatchObject({ code: 3 })
    const failed = await run(['e', 'shelf'], { ...here, env: { EDITOR: 'false' } })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('The editor (false) ended with 1.')
    expect((await run(['help', 'exit-codes'])).stdout).toContain('An editor that fails')
    const emptied = await run(['e', 'shelf'], { ...here, env: { EDITOR: 'truncate -s 0' } })
    expect(emptied).toMatchObject({ code: 0, stderr: `${join(here.cwd, 'shelf.md')} is empty now.\n` })
    const killed = await run(['e', 'shelf'], { ...here, env: { EDITOR: 'kill -TERM $$; :' } })
    expect(killed.stderr).toContain('ended with SIGTERM.')
    expect((await run(['edit', 'shelf'], here)).stderr).toContain('No editor is named.')
    const removed = await run(['e', 'shelf'], { ...here, env: { EDITOR: 'rm --' } })
    expect(removed.code).toBe(1)
    expect(removed.stderr).toContain(`The note is gone: ${join(here.cwd, 'shelf.md')}`)
  }))

test('append refuses blank text, and a heading beside the day', () =>
  withVault(async ({ run, read, here }) => {
    const before = await read('shelf.md')
    const both = await run(['append', 'shelf', 'x', '--dated', '--heading', 'My heading'], here)
    expect(both).toMatchObject({ code: 2, stdout: '' })
    expect(both.stderr).toContain('--dated and --heading do not go together.')
    const call = { identifier: 'shelf', content: 'x', dated: true, section_header: 'My heading' }
    expect((await run(['call', 'append_to_note', '--json', JSON.stringify(call)], here)).stdout).toContain(
      'dated and section_header do not go together.',
    )
    expect(await run(['append', 'shelf', '   '], here)).toMatchObject({ code: 2, stdout: '' })
    expect(await read('shelf.md')).toBe(before)
  }))

test('text that is piped in is UTF-8 or refused; words after the command are taken instead', () =>
  withVault(async ({ run, read, here, start, folder }) => {
    const before = await read('shelf.md')
    const latin = { ...here, stdin: Buffer.from('caf\u00e9\n', 'latin1') }
    for (const args of [['append', 'shelf'], ['new', 'Coffee'], ['todo', '--note', 'shelf'], ['capture']]) {
      const { code, stdout, stderr } = await run(args, latin)
      expect([args[0], code, stdout]).toEqual([args[0], 2, ''])
      expect(stderr).toContain('is not UTF-8')
    }
    expect(await read('shelf.md')).toBe(before)
    expect(existsSync(join(folder, 'v/inbox.md'))).toBe(false)
    const piped = { ...here, stdin: 'body\n' }
    expect((await run(['capture'], piped)).stdout).toContain('body')
    expect((await run(['capture', 'words'], piped)).stdout).toContain('words')
    // Nobody writes to this pipe, and nobody closes it.
    const [code] = await once(start(['append', 'shelf', 'words'], here), 'close')
    expect(code).toBe(0)
    expect(await read('shelf.md')).toContain('words')
  }))

test('append takes words or a pipe', () =>
  withVault(async ({ run, read, here }) => {
    expect((await run(['append', 'shelf', 'Of', 'oak.', '--under', 'Where'], here)).stdout).toMatch(
      /^\d lines? (is|are) added to shelf\.md\. Undo: flint undo \S+\n$/,
    )
    await run(['a', 'shelf', '--heading', 'Later'], { ...here, stdin: 'From a pipe.\n' })
    expect(await read('shelf.md')).toBe(
      '# Shelf\n\n## Where\n\nUnder the [[lamp]].\nOf oak.\n\n### Later\n\nFrom a pipe.\n',
    )
    expect(await run(['append', 'shelf'], here)).toMatchObject({ code: 2, stdout: '' })
    const plan = await run(['append', 'shelf', 'Never', '--dry-run'], here)
    expect(plan.stdout).toContain('+Never')
    expect(await read('shelf.md')).not.toContain('Never')
  }))

test('todo adds a task to a note, or to that of today', () =>
  withVault(async ({ run, here }) => {
    expect((await run(['todo', 'Call', 'Ada', '--note', 'lamp'], here)).stdout).toContain(
      '[ ] Call Ada  (lamp.md:8)',
    )
    await run(['todo', 'For today'], here)
    expect((await run(['daily'], here)).stdout).toContain('## Plan\n\n- [ ] For today\n\n## Log\n')
    await run(['todo', 'Sleep', '--under', 'Tomorrow'], here)
    expect((await run(['daily'], here)).stdout).toContain('## Tomorrow\n\n- [ ] Sleep\n')
  }))

test('daily and todo say that the settings of daily notes cannot be read', () =>
  withVault(async ({ run, json, here }) => {
    await mkdir(join(here.cwd, '.obsidian'))
    await writeFile(join(here.cwd, '.obsidian/daily-notes.json'), '{bad json')
    const said = '`.obsidian/daily-notes.json` is not valid JSON. The default was used.'
    expect((await run(['todo', 'Call Ada'], here)).stderr).toContain(`${said}\n`)
    expect((await run(['daily'], here)).stderr).toBe(`${said}\n`)
    expect(await json(['todo', 'Call Bob'], here)).toMatchObject({ warnings: [said] })
  }))

test('done finishes the task that is meant and no other', () =>
  withVault(async ({ run, read, here }) => {
    expect((await run(['done', 'shade'], here)).stdout).toContain('[x] choose the shade')
    expect((await run(['done', 'lamp.md:5', '--reopen'], here)).code).toBe(0)
    const several = await run(['done', 'choose'], here)
    expect(several).toMatchObject({ code: 4, stdout: '' })
    expect(several.stderr).toContain('flint done lamp.md:7   # choose the foot')
    expect((await run(['done', 'lamp:7'], here)).code).toBe(0)
    expect(await run(['done', 'lamp:1'], here)).toMatchObject({ code: 3, stdout: '' })
    expect(await run(['done', 'unheard'], here)).toMatchObject({ code: 3, stdout: '' })
    expect(await read('lamp.md')).toBe(
      '# Desk lamp\n\nBeside the [[shelf]].\n\n- [ ] choose the shade\n- [x] buy wood\n- [x] choose the foot\n',
    )
  }))

test('done takes whole words, and shows the tasks in which they are only parts', () =>
  withVault(async ({ run, read, here }) => {
    const text = '- [ ] Pay invoice 15\n- [ ] bring Alma\n- [ ] 買い物に行く\n'
    await writeFile(join(here.cwd, 'list.md'), text)
    for (const words of ['invoice 5', 'ring Al', 'al']) {
      const { code, stdout, stderr } = await run(['done', words], here)
      expect([words, code, stdout]).toEqual([words, 3, ''])
      expect(stderr).toMatch(/No open task has these words whole\.[^]*flint done list\.md:[12] {3}# /)
    }
    expect(await read('list.md')).toBe(text)
    // Written without spaces, a word has no ends to see.
    expect((await run(['done', '買い物'], here)).code).toBe(0)
    expect((await run(['done', 'INVOICE', 'pay'], here)).stdout).toContain('[x] Pay invoice 15')
    expect((await run(['done', 'alma'], here)).stdout).toContain('[x] bring Alma')
    expect(await run(['done', 'list.md:999'], here)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no task at list.md:999.'),
    })
  }))

test('inbox shows numbers and clears those that are named', () =>
  withVault(async ({ run, json, read, here }) => {
    expect(await run(['inbox'], here)).toMatchObject({ code: 0, stdout: '', stderr: 'inbox.md is empty.\n' })
    for (const word of ['one', 'two', 'three']) await run(['capture', word], here)
    expect((await run(['inbox'], here)).stdout).toMatch(/^1 {2}.* one\n2 {2}.* two\n3 {2}.* three\n$/)
    expect(await json(['inbox'], here)).toMatchObject({
      items: [
        { index: 0, number: 1, text: 'one' },
        { index: 1, number: 2, text: 'two' },
        { index: 2, number: 3, text: 'three' },
      ],
    })
    expect(await run(['inbox', '--clear', '1'], here)).toMatchObject({ code: 4, stdout: '' })
    expect((await run(['inbox', '--clear', '1', '--clear', '3', '--yes'], here)).stdout).toMatch(
      /^2 items removed; 1 item left\./,
    )
    expect(await read('inbox.md')).toContain('two')
    for (const number of ['9', '0'])
      expect(await run(['inbox', '--clear', number, '--yes'], here)).toMatchObject({
        code: 3,
        stdout: '',
        stderr: expect.stringContaining(`inbox.md has no item ${number}: there are 1.`),
      })
    for (const word of ['all', '1.5', '-1', ''])
      expect(await run(['inbox', `--clear=${word}`, '--yes'], here)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('It must be a whole number.'),
      })
    expect(await read('inbox.md')).toContain('two')
  }))

test.each([
  ['Ctrl-D', '\u0004'],
  ['the end of the input', ''],
  ['n', 'n'],
])('%s at a question is no', (_, stdin) =>
  withVault(async ({ run, read, here }) => {
    await run(['capture', 'one'], here)
    const before = await read('inbox.md')
    const person = { ...here, isTerminal: true, stdin }
    const kept = await run(['inbox', '--clear', '1'], person)
    expect(kept).toMatchObject({ code: 4, stdout: '' })
    expect(kept.stderr).toContain('Nothing was changed.')
    expect(await read('inbox.md')).toBe(before)
    if (stdin === 'n') return
    const unnamed = await run(['rename', 'lamp'], person)
    expect(unnamed).toMatchObject({ code: 130, stdout: '' })
    expect(unnamed.stderr).toContain('nothing was changed.')
  }),
)

test('mv and rename take links along; undo brings everything back', () =>
  withVault(async ({ run, read, here }) => {
    const before = [await read('lamp.md'), await read('shelf.md')]
    expect((await run(['mv', 'shelf', 'projects'], here)).stdout).toMatch(
      /^shelf\.md is projects\/shelf\.md now\./,
    )
    expect((await run(['mv', 'lamp', 'rooms/desk.md', '-p'], here)).stdout).toContain(
      '1 link in 1 note followed.',
    )
    expect((await run(['rename', 'desk', 'Reading', 'lamp', '--dry-run'], here)).stdout).toContain('would be')
    expect((await run(['rename', 'desk', 'Reading', 'lamp'], here)).stdout).toContain('rooms/reading-lamp.md')
    expect(await read('projects/shelf.md')).toContain('[[reading-lamp]]')
    expect(await run(['mv', 'shelf'], here)).toMatchObject({ code: 2, stdout: '' })
    expect(await run(['mv', 'shelf', 'nowhere/'], here)).toMatchObject({ stdout: '' })
    expect((await run(['undo', '--since', '1h'], here)).code).toBe(0)
    expect([await read('lamp.md'), await read('shelf.md')]).toEqual(before)
  }))

test('tag and retag change tags, archive moves away', () =>
  withVault(async ({ run, read, here }) => {
    expect((await run(['tag', 'lamp', '#light', 'home'], here)).stdout).toMatch(
      /^lamp\.md has #light #home\./,
    )
    expect((await run(['tag', 'lamp', '--remove', 'home'], here)).stdout).toMatch(/^lamp\.md has #light\./)
    const none = await run(['tag', 'lamp'], here)
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(none.stderr).toContain('flint tag NOTE --remove TAG')
    expect((await run(['retag', 'light', '#bright'], here)).stdout).toMatch(
      /^#light is #bright, in 1 place of 1 note\./,
    )
    expect(await read('lamp.md')).toContain('bright')
    expect(await run(['archive', 'lamp'], here)).toMatchObject({ code: 4, stdout: '' })
    expect((await run(['archive', 'lamp', '--yes'], here)).stdout).toContain('archives/lamp.md')
  }))

test.skipIf(process.platform === 'win32')(
  'a name of a note neither moves the cursor of a terminal nor turns its text',
  () => {
    const name = 'a\u001b[2Jb\nc\u202Ed'
    return withFlint({ [`v/${name}.md`]: '# A\u001b[2J\u2066\n' }, async ({ run, folder }) => {
      const here = { cwd: join(folder, 'v'), isWatched: true }
      await run(['init', '--types', 'none'], { cwd: here.cwd })
      const { stdout: path } = await run(['notes', '--path'], { cwd: here.cwd })
      expect(path).toBe(`${join(folder, 'v', name)}.md\n`)
      for (const args of [
        ['archive', 'A', '--dry-run'],
        ['delete', 'note', 'A', '--mode', 'trash', '--dry-run'],
        ['delete', 'note', 'A', '--mode', 'trash', '--yes'],
        ['undo', '--last'],
        ['notes', '--format', '{title} {path}'],
        ['notes'],
        ['history'],
      ]) {
        const { code, stdout } = await run(
          args.map((word) => (word === 'A' ? `${name}.md` : word)),
          here,
        )
        expect([args[0], code]).toEqual([args[0], 0])
        expect(stdout).not.toMatch(/[\u001b\u202E\u2066]|b\nc/)
      }
      expect((await run(['notes', '--format', '{path}'], { cwd: here.cwd })).stdout).toContain(name)
    })
  },
)

test.skipIf(process.platform === 'win32')(
  'paths, graphs, rows and JSON are without control characters on a terminal, and as they are in a pipe',
  () => {
    const name = 'a\u001b[2Jc\u202Ed'
    const files = { [`v/${name}.md`]: '# Walnut \u001b[2J\u009b31m\u2066\n' }
    return withFlint(files, async ({ run, folder }) => {
      const cwd = join(folder, 'v')
      await run(['init', '--types', 'none'], { cwd })
      for (const args of [
        ['notes', '--path'],
        ['grep', '-l', 'walnut'],
        ['search', 'walnut', '--path'],
        ['show', `${name}.md`, '--path'],
        ['show', `${name}.md`],
        ['graph'],
        ['graph', '--format', 'mermaid'],
        ['sql', 'SELECT path, title FROM notes', '--format', 'csv'],
        ['notes', '--json'],
      ]) {
        const { code, stdout } = await run(args, { cwd, isWatched: true })
        expect([args, code]).toEqual([args, 0])
        expect(stdout).not.toMatch(/[\u001b\u009b\u202E\u2066]/)
        const piped = await run(args, { cwd })
        expect(piped.stdout).toMatch(/[\u001b\u009b\u202E]/)
        if (args.includes('--json')) expect(JSON.parse(stdout)).toEqual(JSON.parse(piped.stdout))
      }
    })
  },
)

test.skipIf(process.platform === 'win32')(
  'a name with a line break is shown with a sign for it, where one with a space lies beside it',
  () =>
    withFlint({ 'v/x\ny.md': 'walnut\n', 'v/x y.md': 'oak\n' }, async ({ run, folder }) => {
      const cwd = join(folder, 'v')
      await run(['init', '--types', 'none'], { cwd })
      for (const args of [
        ['notes'],
        ['search', 'walnut', '--mode', 'keyword'],
        ['append', 'x\ny.md', 'more'],
      ])
        expect((await run(args, { cwd })).stdout).toContain(String.raw`x\ny.md`)
    }),
)

test('new says where the note is when its editor fails, and when the editor has removed it', () =>
  withVault(async ({ run, here }) => {
    const failed = await run(['new', 'Kept'], { ...here, isTerminal: true, env: { EDITOR: 'false' } })
    expect(failed).toMatchObject({ code: 1, stdout: `${join(here.cwd, 'general/kept.md')}\n` })
    expect(failed.stderr).toContain('The editor (false) ended with 1.\nThe note is made,')
    expect(existsSync(join(here.cwd, 'general/kept.md'))).toBe(true)
    const gone = await run(['new', 'Gone'], { ...here, isTerminal: true, env: { EDITOR: 'rm --' } })
    expect(gone).toMatchObject({ code: 1, stdout: '' })
    expect(gone.stderr).toContain(`The note is gone: ${join(here.cwd, 'general/gone.md')}`)
  }))

test('what must be confirmed, or done otherwise, is said in words that the command has', () =>
  withVault(async ({ run, here }) => {
    await run(['capture', 'one'], here)
    const clearing = await run(['inbox', '--clear', '1'], here)
    expect(clearing.stderr).toContain('If that is meant, run the command again with --yes.')
    expect(clearing.stderr).not.toContain('--dry-run')
    expect((await run(['archive', 'lamp'], here)).stderr).toContain('--dry-run')
    await run(['archive', 'lamp', '--yes'], here)
    const again = await run(['archive', 'archives/lamp.md', '--yes'], here)
    expect(again.stderr).toContain('run flint delete note with --mode permanent.')
    expect(again.stderr).not.toContain('confirm: true')
  }))

test('hints name what a person at a terminal has', () =>
  withVault(async ({ run, here, folder }) => {
    for (const [words, said] of [
      [['new'], 'flint new TITLE'],
      [['rename', 'shelf', 'Lamp'], '--no-file'],
      [['sql', 'SELECT ?'], '--param'],
      [['sql', 'DROP TABLE notes'], 'values as ? with --param'],
      [['todo', 'one\ntwo'], 'Run flint todo once for each task.'],
      [['retag', 'c', 'c'], 'Give another new name.'],
      [['list', '--log-file', ''], '--log-file is empty.'],
    ] as const) {
      const { code, stderr } = await run(words, here)
      expect(code).not.toBe(0)
      expect(stderr).toContain(said)
      expect(stderr).not.toMatch(/notes\[\]|rename_file|params|flint-note:|flint call|as to|logFile/)
    }
    await writeFile(join(folder, 'v/.flint-note/config.yml'), 'permissions: { write: ask }\n')
    expect((await run(['append', 'shelf', 'x'], here)).stderr).toContain(
      'run the command at a terminal, or set',
    )
    const no = await run(['append', 'shelf', 'x'], { ...here, isTerminal: true, stdin: 'n' })
    expect(no.code).toBe(4)
    expect(no.stderr).toContain('Nothing was changed.')
    expect(no.stderr).not.toContain('Do not repeat')
  }))

test('what is not there is said before anything is asked, with what shows what there is', () =>
  withVault(async ({ run, here }) => {
    for (const command of ['rename', 'mv']) {
      const { code, stderr } = await run([command, 'nosuchnote'], { ...here, isTerminal: true, stdin: 'x\r' })
      expect(code).toBe(3)
      expect(stderr).not.toMatch(/new title|Where to/)
    }
    const unknown = await run(['tools', 'nosuch'], here)
    expect(unknown.stderr).toContain('There is no tool "nosuch" here. To see them run flint tools.')
    expect((await run(['call', 'nosuch'], here)).stdout).toContain('To see them run flint tools.')
    expect((await run(['ingest', 'nosuch.txt'], here)).stderr).toContain('from here or from the root')
  }))

test('delete notes that fits none finds nothing', () =>
  withVault(async ({ run, here }) => {
    for (const more of [['--yes'], ['--dry-run']])
      expect(await run(['delete', 'notes', '--pattern', 'nope/**', ...more], here)).toEqual({
        code: 3,
        stdout: '',
        stderr: 'No note fits.\n',
      })
  }))

test('no command opens an editor in a vault that may not be changed', () =>
  withVault(async ({ run, read, here, folder }) => {
    await writeFile(join(folder, 'v/.flint-note/config.yml'), 'permissions: { write: deny }\n')
    const env = { EDITOR: 'printf x >>' }
    const before = await read('shelf.md')
    expect((await run(['append', 'shelf', 'x'], here)).stderr).toContain('PERMISSION_DENIED')
    for (const words of [
      ['edit', 'shelf'],
      ['open', 'shelf', '--in', 'editor'],
      ['random', '--open'],
    ]) {
      const refused = await run(words, { ...here, env })
      expect([words[0], refused.stderr]).toEqual([words[0], expect.stringContaining('(PERMISSION_DENIED)')])
      expect(refused.stdout).toBe('')
    }
    expect(await read('shelf.md')).toBe(before)
  }))

test('a note whose name begins with a dash is named so that it is no option', () =>
  withFlint({ 'v/-dash.md': '# D\n\n- [ ] alpha one\n- [ ] alpha two\n' }, async ({ run, env, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init', '--types', 'none'], here)
    const { stderr } = await run(['done', 'alpha'], here)
    const [, task = ''] = /flint done (\S+)/.exec(stderr) ?? []
    expect((await run(['done', task], here)).stdout).toContain('[x] alpha one')
    const complete = async (...line: readonly string[]) =>
      completeNow({ shell: 'zsh', line, env, cwd: here.cwd })
    for (const typed of ['', './-d']) expect(await complete('show', typed)).toContain('./-dash.md')
    expect(await complete('show', '--', '-d')).toMatch(/^-dash\.md/)
    expect((await run(['show', './-dash.md'], here)).code).toBe(0)
  }))

test('open refuses to print the address of a page that nobody serves', () =>
  withVault(async ({ run, here }) => {
    const refused = await run(['open', 'lamp', '--in', 'page', '--print'], here)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('Leave out --print')
    expect((await run(['open', 'lamp', '--in', 'editor', '--print'], here)).stdout).toContain('lamp.md')
  }))

test('what a tool refuses is said in the words of the command', () =>
  withVault(async ({ run, here }) => {
    for (const [words, message] of [
      [['new', ''], 'TITLE is empty.'],
      [['todo', ''], 'TEXT is empty.'],
      [['capture', ''], 'TEXT is empty.'],
      [['rename', 'shelf', ''], 'TITLE is empty.'],
      [['grep', '-F', ''], 'PATTERN is empty.'],
      [['notes', '--tag', 'home', '--tag', ''], '--tag is empty.'],
      [['notes', '--links-to', ''], '--links-to is empty.'],
      [['related', 'shelf', '--limit', '500'], '`limit` must be at most 100, not the number 500.'],
    ] as const) {
      const { code, stderr } = await run(words, here)
      const [said, next] = stderr.trim().split('\n')
      expect(said).toBe(`error: ${message} (INVALID_ARGUMENT)`)
      expect(next).toBe(`flint ${words[0]} --help shows what it takes.`)
      expect(code).toBe(2)
    }
    const { stdout } = await run(['new', '', '--json'], here)
    expect(JSON.parse(stdout)).toMatchObject({ error: { message: 'TITLE is empty.' } })
    const called = await run(['call', 'create_note', '--json', '{"titel":"x"}'], here)
    expect(called.stdout).toContain('create_note takes title')
    const noHeading = await run(['append', 'shelf', 'x', '--under', 'Nope'], here)
    expect(noHeading.stderr).toContain('or add one with flint append --heading.')
    const noType = await run(['new', 'x', '--type', 'nope'], here)
    expect(noType.stderr).toContain('or --dir for a plain folder.')
  }))
