import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { writeUseLiteFolder } from '../embed/use-lite-folder.ts'
import { column } from '../support/plain.ts'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'
import { hasTerminal, withTerminal } from './with-terminal.ts'

test('search finds notes in a vault that was never indexed before', () =>
  withFlint(twoFolders, async ({ run, folder }) => {
    const { code, stdout } = await run(['search', 'walnut', 'lamp', '--vault', join(folder, 'ideas')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^lamp\.md {2}Desk lamp {2}\d\.\d\d\n {2}\d+: /)
    expect(stdout).toMatch(/^shelf\.md/m)
  }))

test('search takes filters, other vaults, and words after --', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json } = flint
    await addTwoVaults(flint)
    expect(
      column((await json(['search', 'walnut', '--tag', '#home', '--limit', '1'])).results, 'path'),
    ).toHaveLength(1)
    expect(column((await json(['search', '--all', 'days', 'walnut'])).results, 'vault_id')).toContain('tours')
    const byPattern = await run(['search', '--mode', 'regex', 'w.lnut'])
    expect(byPattern.stdout).toContain('lamp.md')
    expect(await run(['search', '--mode', 'psychic', 'walnut'])).toMatchObject({ code: 2, stdout: '' })
    const without = await run(['search', '--', 'walnut', '-foot'])
    expect(without.stdout).toMatch(/^shelf\.md/)
    expect(without.stdout).not.toContain('lamp.md  ')
    const nothing = await run(['search', '--mode', 'keyword', 'unheard'])
    expect(nothing).toMatchObject({ code: 3, stdout: '' })
    expect(nothing.stderr).toContain('No note')
  }))

test('show prints the note, a section, lines, or what is known of it', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json } = flint
    await addTwoVaults(flint)
    expect((await run(['show', 'Desk lamp'])).stdout).toBe(twoFolders['ideas/lamp.md'])
    expect((await json(['show', 'Desk lamp'])).content).toBe(
      '# Desk lamp\n\nA lamp of walnut.\n\n## Parts\n\nFoot and shade.\n',
    )
    expect((await run(['show', 'lamp', '--section', 'Parts'])).stdout).toBe('## Parts\n\nFoot and shade.\n')
    expect((await run(['show', 'lamp', '--lines', '6-8'])).stdout).toBe('# Desk lamp\n\nA lamp of walnut.\n')
    expect((await run(['show', 'lamp', '--lines=-1'])).stdout).toBe('Foot and shade.\n')
    const { stdout } = await run(['show', 'lamp', '--info'])
    expect(stdout).toMatch(/^title {4}Desk lamp$/m)
    expect(stdout).toMatch(/^ +10 {4}Parts$/m)
    expect((await json(['show', 'lamp'])).content_hash).toMatch(/^sha256:/)
    for (const none of ['few', '0', '0-1', '0-'])
      expect(await run(['show', 'lamp', '--lines', none])).toMatchObject({ code: 2, stdout: '' })
    expect(await run(['show', 'nothing'])).toMatchObject({ code: 3, stdout: '' })
    expect(await run(['show', 'lamp', '--section', 'None'])).toMatchObject({ code: 3 })
  }))

test('show prints a note as its file has it, byte for byte, and as it was', () => {
  const text =
    '\uFEFF---\r\ntitle:  "Kept"\r\nkey: \u001b[1m\r\n---\r\n\r\nBody\u009b\nwithout a last line end'
  return withFlint({ 'v/keep.md': text }, async ({ run, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init', '--types', 'none'], here)
    expect(await run(['cat', 'keep'], here)).toEqual({ code: 0, stdout: text, stderr: '' })
    await run(['append', 'keep', 'More.'], here)
    await run(['append', 'keep', 'Again.'], here)
    const past = await run(['show', 'keep', '--at', '1'], here)
    expect(past.stdout.startsWith(text)).toBe(true)
    expect(past.stdout).toContain('More.')
    expect(past.stdout).not.toContain('Again.')
    expect((await run(['show', 'keep'], { ...here, isWatched: true })).stdout).not.toMatch(/[\u001b\u009b]/)
  })
})

test('show refuses options of which it would drop one', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    for (const [options, said] of [
      [['--section', 'Parts', '--lines', '3-3'], '--section and --lines do not go together.'],
      [['--info', '--path'], '--info and --path do not go together.'],
      [['--lines', '1', '--path'], '--lines and --path do not go together.'],
    ] as const) {
      const { code, stdout, stderr } = await flint.run(['show', 'lamp', ...options])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(said)
    }
  }))

test('show --info paints the name of the note on a terminal', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stdout } = await flint.run(['show', 'lamp', '--info'], { env: { FORCE_COLOR: '1' } })
    expect(stdout).toContain(' \u001b[1mlamp.md\u001b[22m\n')
  }))

test('show prints a long note whole, which an agent would get by parts', () => {
  const long = `# Long\n\n${'One of many lines.\n'.repeat(5_000)}The end.\n`
  return withFlint({ 'v/long.md': long }, async ({ run, folder }) => {
    expect((await run(['show', 'long', '--vault', join(folder, 'v')])).stdout).toBe(long)
  })
})

test.each([
  [
    'is longer than notes are read whole',
    Buffer.from(`# Long\n\n${'One of many lines.\n'.repeat(550_000)}The end.`),
  ],
  ['is not UTF-8', Buffer.from('# Caf\xe9\n\nBody\xff\n', 'latin1')],
  ['is UTF-16', Buffer.from('\uFEFF# Caf\u00e9\n', 'utf16le')],
])('show prints every byte of a file that %s', (_, bytes) =>
  withFlint({ 'v/': '' }, async ({ start, folder }) => {
    await writeFile(join(folder, 'v', 'odd.md'), bytes)
    const child = start(['show', 'odd', '--vault', join(folder, 'v')])
    child.stdin.end()
    expect((await buffer(child.stdout)).equals(bytes)).toBe(true)
  }),
)

test.each([
  ['is edited whole', 5_000],
  ['is longer than that', 550_000],
])('show prints all lines and the whole section of a note that %s', (_, count) => {
  const body = `# Long\n\n${'One of many lines.\n'.repeat(count)}`
  return withFlint({ 'v/long.md': `---\na: 1\n---\n\n${body}` }, async ({ run, json, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init', '--types', 'none'], here)
    const lines = await run(['show', 'long', '--lines', '5-'], here)
    expect(lines.stderr).toBe('')
    expect(lines.stdout === body).toBe(true)
    expect((await json(['show', 'long'], here)).content === body).toBe(true)
    const section = await run(['show', 'long', '--section', 'Long'], here)
    if (count > 5_000) expect(section.stderr).toContain('The rest is left out')
    else expect(section.stdout === body).toBe(true)
  })
})

test('delete note asks for --yes where nobody can be asked, and changes nothing', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const refused = await run(['delete', 'note', 'lamp.md'])
    expect(refused).toMatchObject({ code: 4, stdout: '' })
    expect(refused.stderr).toContain('--yes')
    const plan = await run(['delete', 'note', 'lamp.md', '--dry-run'])
    expect(plan.stdout).toContain('lamp.md would be moved to archives/lamp.md.')
    expect(plan.stdout).toContain('shelf.md:3')
    expect(existsSync(join(folder, 'ideas/lamp.md'))).toBe(true)
    expect(await json(['delete', 'note', 'lamp.md', '--yes'])).toMatchObject({
      deleted: true,
      mode: 'archive',
    })
    expect(existsSync(join(folder, 'ideas/archives/lamp.md'))).toBe(true)
    expect((await run(['delete', 'note', 'shelf', '--mode', 'permanent', '--confirm'])).code).toBe(0)
    expect(existsSync(join(folder, 'ideas/shelf.md'))).toBe(false)
    expect(await run(['delete', 'note', 'shelf', '--yes'])).toMatchObject({ code: 3 })
  }))

test('delete notes and delete note-type say which notes went where', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, folder } = flint
    await addTwoVaults(flint)
    const plan = await run(['delete', 'notes', '--pattern', '*.md', '--dry-run'])
    expect(plan.stdout).toContain(
      '2 notes would go:\n  lamp.md → archives/lamp.md\n  shelf.md → archives/shelf.md',
    )
    expect(await run(['delete', 'notes', '--pattern', '*.md'])).toMatchObject({ code: 4 })
    expect((await run(['delete', 'notes', '--yes'])).code).toBe(2)
    expect((await run(['delete', 'notes', '--pattern', '*.md', '--yes'])).stdout).toContain('2 notes went:')
    expect(existsSync(join(folder, 'ideas/archives/shelf.md'))).toBe(true)
    expect((await run(['delete', 'note-type', 'nothing', '--yes'])).code).toBe(3)
  }))

test('a search by meaning makes the vectors that it lacks first, though no server runs', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stdout, stderr } = await flint.run(['search', '--mode', 'semantic', 'something to read by'])
    expect(stderr).toMatch(/^Making the vectors of \d+ passages first, for at most 30 s\.$/m)
    expect(stderr).not.toContain('no vector yet')
    expect(stdout).toContain('lamp.md')
    expect((await flint.json(['status', 'ideas'])).index).toMatchObject({ pending_vectors: 0 })
  }))

test.runIf(hasTerminal)(
  'a search waits for the model that is being loaded, as the next one would load it again',
  () =>
    withFlint(twoFolders, async (flint) => {
      const { run, folder, env } = flint
      await addTwoVaults(flint)
      await writeUseLiteFolder(join(folder, 'model'))
      await run(['models', 'use', join(folder, 'model')])
      await run(['index', '--wait'])
      // Loading ends when somebody writes this.
      const tokenizer = join(folder, 'model', 'tokenizer.json')
      const written = await readFile(tokenizer)
      await rm(tokenizer)
      await promisify(execFile)('mkfifo', [tokenizer])
      const search = `'${process.execPath}' '${mainFile}' search illumination; echo "ended with $?"; exec sleep 1000`
      const command = ['/bin/sh', '-c', search]
      await withTerminal(
        command,
        { env: { ...env, TERM: 'xterm-256color' }, cwd: folder },
        async (screen) => {
          expect(await screen.shows(/Loading the model …|ended with/)).not.toContain('ended with')
          await writeFile(tokenizer, written)
          const found = await screen.shows('ended with 0')
          expect(found).toContain('lamp.md  Desk lamp')
          expect(found).not.toContain('being loaded')
        },
      )
    }),
)

test('where vectors cannot be made for now, a search by meaning says what will make them', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await flint.run(['models', 'pause'])
    const { stdout, stderr } = await flint.run(['search', '--mode', 'semantic', 'light'])
    expect(stdout).toBe('')
    // Whether the notes are already cut into passages is a matter of time.
    expect(stderr).toMatch(/^[23] passages have no vector yet: .* flint index --wait makes them\.$/m)
    const waited = await flint.run(['reindex', '--wait'])
    expect(waited.code).toBe(1)
    expect(waited.stdout).toContain('missing. They are paused: flint models resume goes on.')
  }))

test('reindex --wait makes every vector, and --scope vectors makes them again', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stdout } = await flint.run(['reindex', '--wait'])
    expect(stdout).toMatch(/^Indexed 2 notes of ideas in [\d.]+ s\.\nEvery passage has its vector\.\n$/)
    expect(await flint.json(['reindex', '--scope', 'vectors'])).toMatchObject({ pending_vectors: 0 })
    expect((await flint.run(['search', '--mode', 'semantic', 'light'])).stderr).not.toContain('vector')
  }))

test('index ends when every note is indexed, however many have come since', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await flint.run(['models', 'pause'])
    await flint.run(['index'])
    const many = Array.from({ length: 3_000 }, (_, number) => number)
    await Promise.all(
      many.map((number) => writeFile(join(flint.folder, `ideas/many ${number}.md`), 'New.\n')),
    )
    expect(await flint.json(['index'])).toMatchObject({ notes: 3_002 })
  }))

test('index says what search by meaning lacks, and with --wait makes it', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await flint.run(['models', 'pause'])
    const lacking =
      /^2 notes of ideas indexed\.\nFor search by meaning is missing: \d passages without a vector\.\n/
    expect((await flint.run(['index'])).stdout).toMatch(lacking)
    const paused = await flint.run(['index', '--wait'])
    expect(paused.code).toBe(1)
    expect(paused.stdout).toContain('They are paused: flint models resume goes on.')
    await flint.run(['models', 'resume'])
    const { code, stdout, stderr } = await flint.run(['index', '--wait'])
    expect(code).toBe(0)
    expect(stdout).toBe('2 notes of ideas indexed.\nEvery passage has its vector.\n')
    expect(stderr).toMatch(/^Making the vectors of \d passages first\.$/m)
    expect(await flint.json(['index'])).toEqual({ notes: 2, pending_vectors: 0, own_model: 'not needed' })
  }))

test('an empty answer says why meaning found nothing', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await flint.run(['models', 'pause'])
    const { code, stdout, stderr } = await flint.run(['search', 'zeppelin'])
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/vector|loaded/)
  }))

test('reindex reads every note again', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    expect((await flint.run(['reindex', '--vault', 'tours'])).stdout).toMatch(/^Indexed 1 note of tours in /)
    expect(await flint.json(['reindex'])).toMatchObject({ vault: { id: 'ideas' }, notes_indexed: 2 })
  }))

test('capture puts its words into the inbox; todos lists tasks note by note', () =>
  withFlint({ ...twoFolders, 'ideas/oil.md': '- [ ] Buy oil\n' }, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const { code, stdout } = await run(['capture', 'Oil', 'the - [ ] lamp'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^- \d{4}-\d\d-\d\d \d\d:\d\d Oil the - \[ \] lamp\ninbox\.md has 1 item now\.\n$/)
    expect(existsSync(join(folder, 'ideas/inbox.md'))).toBe(true)
    expect((await run(['capture', ' '])).code).toBe(2)
    expect((await run(['todos'])).stdout).toMatch(/^oil\.md {2}oil\n {2}1: \[ \] Buy oil\n$/)
    expect((await json(['todos', '--status', 'done', '--dir', '.'])).total).toBe(0)
  }))
