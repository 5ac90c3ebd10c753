import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataOf } from '../support/served-flint.ts'
import { leavesOf, scribbleOnPage } from '../support/with-history.ts'
import { addTwoVaults, type Flint, twoFolders, withFlint } from './with-flint.ts'

interface Finding {
  readonly check: string
  readonly state: string
  readonly message: string
  readonly fix?: string
  readonly vault?: string
}

/** What is not well. */
async function complaints({ json }: Flint): Promise<readonly Finding[]> {
  const { findings } = await json(['doctor'])
  return findings.filter(({ state }: Finding) => state !== 'ok')
}

test('doctor finds nothing wrong where nothing is', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { code, stdout } = await flint.run(['doctor'])
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^ok {7}node {2}Node v/m)
    expect(stdout).toMatch(/^ok {7}sqlite {2}SQLite .* with full-text search$/m)
    expect(stdout).toMatch(/^ok {7}sqlite-vec {2}sqlite-vec v/m)
    expect(stdout).toMatch(/^ok {7}onnxruntime {2}downloaded models can be run$/m)
    expect(stdout).toMatch(/^ok {7}embedding model {2}use-lite-en-v1 loads and gives 512 dimensions$/m)
    expect(stdout).toMatch(/^ok {7}ideas: index {2}whole and up to date$/m)
    expect(stdout).toMatch(/^ok {7}tours: notes {2}all can be parsed$/m)
    expect(stdout).toContain('All is well.')
  }))

test('doctor names a damaged registry, what is wrong in it and the way to the file', () =>
  withFlint({}, async (flint) => {
    await mkdir(join(flint.folder, '.config'))
    await writeFile(join(flint.folder, '.config/config.yml'), 'mcp_server:\n  port: high\n')
    const { code, stdout } = await flint.run(['doctor'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^problem {2}registry {2}.*mcp_server\.port/m)
    expect(stdout).toMatch(/fix: .*flint config path/)
    expect((await flint.run(['config', 'path'])).stdout).toBe(`${join(flint.folder, '.config/config.yml')}\n`)
    expect(await flint.run(['list'])).toMatchObject({ code: 2, stdout: '' })
  }))

test('doctor names damaged tokens, which let nobody in', () =>
  withFlint({}, async (flint) => {
    await flint.run(['token', 'create', 'laptop'])
    expect((await flint.run(['doctor'])).stdout).toMatch(/^ok {7}tokens {2}1 token$/m)
    const file = join(flint.folder, '.config/tokens.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"id"', '"hours": 1, "id"'))
    const later = await flint.run(['doctor'])
    expect(later.stdout).toMatch(
      /^problem {2}tokens {2}1 token; written by a newer flint and not valid here: laptop/m,
    )
    expect((await flint.run(['token', 'list'])).stdout).toContain('is not valid: written by a newer flint')
    await writeFile(file, '{"tok')
    const { code, stdout } = await flint.run(['doctor'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^problem {2}tokens {2}`tokens\.json` is damaged.*No token is valid/m)
    expect(stdout).toContain('make the tokens again')
  }))

test('doctor names a key of the registry that means nothing', () =>
  withFlint({}, async (flint) => {
    await mkdir(join(flint.folder, '.config'))
    await writeFile(join(flint.folder, '.config/config.yml'), 'current_valt: x\n')
    const [first] = await complaints(flint)
    expect(first).toMatchObject({ check: 'registry', state: 'warning' })
    expect(first?.message).toContain('current_valt')
  }))

test('doctor names a folder that is gone, unparsable notes and settings that mean nothing', () =>
  withFlint(
    {
      ...twoFolders,
      'ideas/odd.md': '---\nbad: [\n---\n# Odd\n',
      'ideas/.flint-note/config.yml': 'deletion:\n  default_mode: shred\n',
    },
    async (flint) => {
      await addTwoVaults(flint)
      await rm(join(flint.folder, 'tours'), { recursive: true })
      expect((await flint.run(['doctor'])).code).toBe(1)
      const found = await complaints(flint)
      expect(found.map(({ vault, check, state }) => `${vault ?? ''} ${check} ${state}`)).toEqual([
        'ideas settings problem',
        'ideas notes warning',
        'tours folder problem',
      ])
      expect(found[0]).toMatchObject({
        message: expect.stringContaining('default_mode'),
        fix: 'Mend .flint-note/config.yml: until then the vault is read-only.',
      })
      expect((await flint.run(['search', 'walnut'])).stderr).toMatch(
        /^note: Vault "ideas" is read-only until its settings can be read\. .*default_mode/m,
      )
      expect(found[1]?.message).toContain('odd.md')
      expect(found[2]?.fix).toContain('flint remove tours')
    },
  ))

test('doctor says so when no vault is active, and how to make one', () =>
  withFlint({}, async (flint) => {
    const [none, ...others] = await complaints(flint)
    expect(none).toMatchObject({
      check: 'active vault',
      state: 'warning',
      fix: expect.stringContaining('flint create'),
    })
    expect(others).toEqual([])
  }))

test('a damaged index is replaced, and doctor finds it whole', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const data = flint.env['FLINT_DATA_DIR'] ?? ''
    const files = await readdir(data, { recursive: true })
    for (const file of files.filter((name) => name.endsWith('index.sqlite'))) {
      await writeFile(join(data, file), 'no database at all'.repeat(1_000))
    }
    expect((await flint.run(['doctor'])).code).toBe(0)
    expect((await flint.json(['search', 'walnut'])).results).toHaveLength(2)
  }))

test('of a damaged history doctor, history and undo say what was lost and where its file lies', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { run } = flint
    const args = (line: number) => JSON.stringify({ identifier: 'lamp', content: `${line} `.repeat(3_000) })
    for (let line = 0; line < 2; line++) await run(['call', 'append_to_note', '--json', args(line)])
    const data = flint.env['FLINT_DATA_DIR'] ?? ''
    const file = join(dataOf(flint, join(flint.folder, 'ideas')).state, 'history.sqlite')
    await scribbleOnPage(file, leavesOf(file, 'changed_file')[0] ?? 0)
    const [told, ...others] = await complaints(flint)
    expect(others).toEqual([])
    expect(told).toMatchObject({ vault: 'ideas', check: 'history', state: 'warning' })
    const [aside = ''] = /vaults\/\w+\/history\.sqlite\.damaged-\d+/.exec(told?.message ?? '') ?? []
    expect((await stat(join(data, aside))).isFile()).toBe(true)
    expect(told?.message).toMatch(
      /: \d changes? (?:was|were) kept, and \d could not be read and cannot be undone\./,
    )
    for (const command of [['history'], ['undo', '1']])
      expect((await run(command)).stderr, command.join(' ')).toContain(aside)
    await rm(join(data, aside))
    expect((await run(['history'])).stderr).not.toContain('damaged')
  }))

test('doctor says what of the settings of a vault counts only once it is registered', () =>
  withFlint(
    { 'clone/.flint-note/config.yml': 'permissions: { destructive: allow }\nindex: { path: /elsewhere }\n' },
    async ({ json, folder }) => {
      const cwd = join(folder, 'clone')
      const ignored = async () => {
        const { findings } = await json(['doctor'], { cwd })
        return findings.filter(({ message }: Finding) => message.includes('counts only once'))
      }
      expect(await ignored()).toMatchObject([
        { check: 'settings', state: 'warning', vault: 'clone' },
        {
          message:
            '.flint-note/config.yml: `permissions.destructive` is "allow", which counts only once the vault is registered; until then it is "ask".',
          fix: 'If you trust whoever wrote that: flint create ID NAME PATH registers the vault.',
        },
      ])
    },
  ))
