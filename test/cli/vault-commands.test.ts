import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
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

test('status tells of all vaults, one that is not there included, or of one in detail', () =>
  withFlint({ ...twoFolders, 'tours/odd.md': '---\nbad: [\n---\n# Odd\n' }, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    await run(['create', 'gone', 'Gone', join(folder, 'gone'), '--types', 'none'])
    await rm(join(folder, 'gone'), { recursive: true })
    const all = await run(['status'])
    expect(all.code).toBe(0)
    expect(all.stdout).toMatch(/^\* {2}ideas\s+2 .* ready\s+native\s+-$/m)
    expect(all.stdout).toMatch(/^ {3}tours\s+2 .* ready\s+native\s+1 unparsable notes$/m)
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
