import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

test('create makes a vault with note types and registers it; the first one is active', () =>
  withFlint({}, async ({ run, json, folder }) => {
    const made = await run(['create', 'work', 'Work notes', '~/work', '--description', 'Clients'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain(`Made vault work in ${join(folder, 'home/work')}.`)
    expect(made.stdout).toContain('It is the active vault.')
    expect(existsSync(join(folder, 'home/work/projects/_description.md'))).toBe(true)
    const { vaults, current_vault: current } = await json(['list'])
    expect(current).toBe('work')
    expect(vaults).toMatchObject([
      { id: 'work', name: 'Work notes', description: 'Clients', is_current: true },
    ])
  }))

test('create adopts a folder of notes and changes nothing in it', () =>
  withFlint(twoFolders, async ({ run, folder }) => {
    const before = await readFile(join(folder, 'ideas/lamp.md'), 'utf8')
    const { stdout } = await run(['create', 'ideas', 'Ideas', join(folder, 'ideas')])
    expect(stdout).toContain('2 notes, nothing in it was changed')
    expect(await readFile(join(folder, 'ideas/lamp.md'), 'utf8')).toBe(before)
    expect((await readdir(join(folder, 'ideas'))).sort()).toEqual(['lamp.md', 'shelf.md'])
  }))

test('list shows a table, the active vault marked; a pipe gets no colours', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stdout, stderr } = await flint.run(['list'])
    expect(stdout.split('\n').map((line) => line.slice(0, 16))).toEqual([
      '   ID     NAME  ',
      '*  ideas  Ideas ',
      '   tours  Tours ',
      '',
    ])
    expect(stderr).toBe('')
  }))

test('list without vaults prints nothing and says what to do', () =>
  withFlint({}, async ({ run }) => {
    const { code, stdout, stderr } = await run(['list'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('flint create')
  }))

test('switch chooses the active vault for what starts later; --vault goes before it', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    expect((await run(['switch', 'tours'])).stdout).toContain('Now active: tours (Tours), 1 note,')
    expect((await json(['current'])).vault.id).toBe('tours')
    expect((await json(['current', '--vault', 'ideas'])).vault.id).toBe('ideas')
    expect((await json(['--vault', join(folder, 'ideas'), 'current'])).vault.id).toBe('ideas')
  }))

test('update changes name and description, remove forgets the vault and keeps its files', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    await run(['update', 'tours', '--name', 'Hikes', '--description', 'Where we went'])
    expect((await json(['list'])).vaults[1]).toMatchObject({ name: 'Hikes', description: 'Where we went' })
    expect((await run(['remove', 'tours'])).code).toBe(0)
    expect(column((await json(['list'])).vaults, 'id')).toEqual(['ideas'])
    expect(existsSync(join(folder, 'tours/alps.md'))).toBe(true)
    expect(await run(['update', 'ideas'])).toMatchObject({ code: 2 })
  }))

test('init makes the working directory a vault under its own name', () =>
  withFlint({}, async ({ run, json, folder }) => {
    const cwd = join(folder, 'home/My Recipes')
    await mkdir(cwd)
    expect((await run(['init', '--types', 'none'], { cwd })).stdout).toContain('vault my-recipes')
    expect((await json(['list'])).vaults).toMatchObject([{ id: 'my-recipes', name: 'My Recipes', path: cwd }])
    expect(await readdir(cwd)).toEqual(['.flint-note'])
  }))

test('init leaves a config in a folder that holds files, and nothing else', () =>
  withFlint({ ...twoFolders, 'ideas/.git/HEAD': '' }, async (flint) => {
    const { run, json, folder } = flint
    await run(['create', 'tours', 'Tours', join(folder, 'tours'), '--switch'])
    const cwd = join(folder, 'ideas')
    const { stdout } = await run(['init', '--description', 'What to build'], { cwd })
    expect(stdout).toBe(
      `Adopted ${cwd} as vault ideas: 2 notes, nothing in it was changed.\n` +
        'It is active in its folder. Make it so elsewhere: flint switch ideas\n' +
        'Only .flint-note/config.yml was added: it makes the folder a vault for whoever starts flint in it.\n',
    )
    expect((await readdir(cwd)).sort()).toEqual(['.flint-note', '.git', 'lamp.md', 'shelf.md'])
    expect(await readdir(join(cwd, '.flint-note'))).toEqual(['config.yml'])
    expect(await readFile(join(cwd, '.flint-note/config.yml'), 'utf8')).toContain(
      'description: "What to build"',
    )
    await run(['call', 'create_note', '--json', '{"path":"said-here.md","title":"Said here"}'], { cwd })
    expect(existsSync(join(cwd, 'said-here.md'))).toBe(true)
    await run(['remove', 'ideas'])
    expect((await json(['current'], { cwd })).vault.id).toBe('ideas')
  }))

test('init completes a vault that was registered without a config, and refuses where nothing is missing', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const cwd = join(flint.folder, 'tours')
    expect((await flint.run(['init'], { cwd })).stdout).toContain(
      'This folder is the vault tours already. Only',
    )
    expect((await readdir(cwd)).sort()).toEqual(['.flint-note', 'alps.md'])
    expect(await flint.run(['init'], { cwd })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('ALREADY_EXISTS'),
    })
  }))

test('who starts in the folder of a registered vault acts on that vault', () =>
  withFlint({ ...twoFolders, 'tours/deep/': '' }, async (flint) => {
    await addTwoVaults(flint)
    for (const cwd of [join(flint.folder, 'tours'), join(flint.folder, 'tours/deep')]) {
      expect((await flint.json(['current'], { cwd })).vault.id).toBe('tours')
    }
    expect((await flint.json(['current'])).vault.id).toBe('ideas')
  }))

test('switch and create say what stays active here, and what becomes active elsewhere', () =>
  withFlint({ ...twoFolders, 'repo/.flint-note/config.yml': 'vault_id: repo\n' }, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const cwd = join(folder, 'repo')
    const here = `Here repo stays active: this folder is part of it (${cwd}).`
    expect((await run(['switch', 'tours'], { cwd })).stdout).toBe(
      `Now active elsewhere: tours (Tours), 1 note, 33 B.\n${here}\n`,
    )
    expect((await json(['current'], { cwd })).vault.id).toBe('repo')
    expect((await json(['current'])).vault.id).toBe('tours')
    const made = await run(['create', 'more', 'More', join(folder, 'more'), '--switch', '--types', 'none'], {
      cwd,
    })
    expect(made.stdout).toContain(`It is the active vault elsewhere. ${here}`)
    const env = { ZK_NOTEBOOK_DIR: join(folder, 'ideas') }
    expect((await run(['switch', 'tours'], { env })).stdout).toContain(
      'Here ideas stays active: ZK_NOTEBOOK_DIR names it.',
    )
    const unlisted = await run(['switch', 'repo'], { cwd })
    expect(unlisted.stdout).toContain('nothing remembers it as the active vault')
    expect(unlisted.stdout).not.toContain('Now active')
  }))

test('remove says that the active vault is gone, and no other takes its place', () =>
  withFlint(twoFolders, async (flint) => {
    const { run } = flint
    await addTwoVaults(flint)
    expect((await run(['remove', 'tours'])).stdout).not.toContain('active')
    expect((await run(['--vault', 'ideas', 'remove', 'ideas'])).stdout).toContain(
      'It was the active vault, and no other takes its place by itself. Choose one: flint switch ID',
    )
    expect((await run(['current'])).stderr).toContain('There is no active vault.')
  }))

test('commands on a vault whose drive is away say so and make nothing, until flint reindex accepts the folder', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { run, folder } = flint
    const root = join(folder, 'ideas')
    await rename(root, `${root} away`)
    await mkdir(root)
    for (const command of [
      ['search', 'walnut'],
      ['capture', 'lost'],
      ['history'],
      ['models', 'use', 'none', '--vault', 'ideas'],
    ]) {
      const { code, stderr } = await run(command)
      expect(code, command.join(' ')).not.toBe(0)
      expect(stderr).toContain('The folder of vault "ideas" is another one than before, without its notes')
      expect(stderr).toContain('run flint reindex')
    }
    expect((await run(['doctor'])).stdout).toMatch(
      /^problem {2}ideas: vault {2}.*another one than before.*\n.*flint reindex/m,
    )
    expect(await readdir(root)).toEqual([])
    expect((await run(['reindex'])).code).toBe(0)
    expect((await run(['capture', 'kept'])).code).toBe(0)
    expect(await readdir(root)).not.toEqual([])
  }))

test('status tells of all vaults, one that is not there included, or of one in detail', () =>
  withFlint({ ...twoFolders, 'tours/odd.md': '---\nbad: [\n---\n# Odd\n' }, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    await run(['create', 'gone', 'Gone', join(folder, 'gone'), '--types', 'none'])
    await rm(join(folder, 'gone'), { recursive: true })
    const all = await run(['status'])
    expect(all.code).toBe(0)
    expect(all.stdout).toMatch(/^\* {2}ideas\s+2 .* ready\s+native\s+-$/m)
    expect(all.stdout).toMatch(/^ {3}tours\s+2 .* ready\s+native\s+1 unparsable note$/m)
    expect(all.stdout).toMatch(/^ {3}gone .*unavailable/m)
    expect((await run(['status', 'tours'])).stdout).toContain('odd.md: ')
    expect((await json(['status', 'ideas'])).index).toMatchObject({ state: 'ready', notes: 2 })
  }))

test.each([
  [['create', 'Big Id', 'Name', '~/x'], 2, 'INVALID_ARGUMENT'],
  [['create', 'ideas', 'Again', '~/again'], 4, 'ALREADY_EXISTS'],
  [['switch', 'idaes'], 3, 'VAULT_NOT_FOUND'],
  [['current', '--vault', 'nowhere'], 3, 'VAULT_NOT_FOUND'],
  [['remove', 'nowhere'], 3, 'VAULT_NOT_FOUND'],
])('flint %j ends with %d: %s', (args, code, error) =>
  withFlint(twoFolders, async ({ run, folder }) => {
    await run(['create', 'ideas', 'Ideas', join(folder, 'ideas')])
    const asked = await run([...args, '--json'])
    expect(asked.code).toBe(code)
    expect(JSON.parse(asked.stdout).error).toMatchObject({ code: error, message: expect.any(String) })
    const told = await run(args)
    expect(told).toMatchObject({ code, stdout: '' })
    expect(told.stderr).toMatch(new RegExp(`^error: .*\\(${error}\\)\n`))
  }),
)

test('an unknown vault is told with the nearest one', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stderr } = await flint.run(['switch', 'idaes'])
    expect(stderr).toContain('ideas')
  }))

test('what acts on one vault refuses several; health, doctor, status and index tell of each', () =>
  withFlint({ ...twoFolders, 'more/odd.md': '# Odd\n' }, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    await run(['create', 'more', 'More', join(folder, 'more')])
    const both = ['--vault', 'tours', '--vault', 'more']
    const note = JSON.stringify({ title: 'Stray' })
    for (const args of [
      ['call', 'create_note', '--json', note],
      ['call', 'create_note', '--dialect', 'kiln', '--json', '{"path":"x.md","content":"x"}'],
      ['models', 'list'],
      ['git', 'setup'],
      ['sync'],
      ['ui', '--no-open'],
    ]) {
      const { code, stdout, stderr } = await run([...args, ...both])
      expect([args[0], code, stdout + stderr]).toEqual([args[0], 2, expect.stringContaining('--vault once')])
    }
    expect(existsSync(join(folder, 'ideas/general'))).toBe(false)
    const listed = await run(['call', 'list_notes', ...both])
    expect(column(JSON.parse(listed.stdout).notes, 'vault_id').toSorted()).toEqual(['more', 'tours'])
    expect((await run(['health', ...both])).stdout).toMatch(/^tours\nnotes +1\n[^]*\n\nmore\nnotes +1\n/)
    const checked = (await run(['doctor', ...both])).stdout
    expect(['tours', 'more', 'ideas'].map((id) => checked.includes(`${id}: folder`))).toEqual([
      true,
      true,
      false,
    ])
    expect((await run(['status', ...both])).stdout).not.toContain('ideas')
    const indexed = await run(['index', ...both])
    expect(indexed.stdout).toMatch(/^1 note of tours indexed\.\n[^]*\n\n1 note of more indexed\./)
    expect(column((await json(['index', ...both])).vaults, 'id')).toEqual(['tours', 'more'])
  }))

test('a vault on the list without a description has the one of its own settings', () =>
  withFlint(
    { 'v/.flint-note/config.yml': 'description: From the vault\n' },
    async ({ run, json, folder }) => {
      await run(['create', 'v', 'V', join(folder, 'v'), '--switch'])
      const told = async () => [
        (await json(['current'])).description,
        (await json(['list'])).vaults[0].description,
      ]
      expect(await told()).toEqual(['From the vault', 'From the vault'])
      await run(['update', 'v', '--description', 'From the list'])
      expect(await told()).toEqual(['From the list', 'From the list'])
    },
  ))
