import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VaultError } from '../../src/model/vault-error.ts'
import { findProjectVault } from '../../src/registry/find-project-vault.ts'
import { findVault } from '../../src/registry/find-vault.ts'
import { type KnownVaults, knownVaults } from '../../src/registry/known-vaults.ts'
import { nestedRoots } from '../../src/registry/nested-roots.ts'
import { parseRegistry } from '../../src/registry/read-registry.ts'
import { createHub } from '../../src/registry/vault-hub.ts'
import { slugVaultId } from '../../src/registry/slug-vault-id.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { withFolder } from '../support/with-folder.ts'
import { toAgent } from '../support/to-agent.ts'

function know(
  home: string,
  options: { registry?: string; cwd?: string; vault?: string; env?: Record<string, string> } = {},
): Promise<KnownVaults> {
  return knownVaults({
    config: parseRegistry(options.registry ?? '').config,
    cwd: join(home, options.cwd ?? '.'),
    env: { HOME: home, ...options.env },
    vault: options.vault ?? null,
  })
}

function ids({ vaults }: KnownVaults): readonly string[] {
  return vaults.map(({ id }) => id)
}

const twoVaults = `vaults:
  work: { name: Work, path: ~/w, description: Projects, last_used: 2026-01-02T03:04:05Z }
  home: { name: Home, path: ~/h }
current_vault: home
`

test('registered vaults are known by what the registry says, in its order', () =>
  withFolder({ 'w/': '' }, async (home) => {
    const known = await know(home, { registry: twoVaults })
    expect(known.vaults[0]).toEqual({
      id: 'work',
      name: 'Work',
      root: join(home, 'w'),
      description: 'Projects',
      lastUsed: '2026-01-02T03:04:05Z',
      source: 'registered',
      registered: true,
      aliases: [],
      isDeclared: true,
    })
    // A folder that is not there is still a vault, which cannot be opened.
    expect(known.vaults[1]).toMatchObject({ id: 'home', root: join(home, 'h'), lastUsed: null })
    expect(known.current?.id).toBe('home')
  }))

test('the argument comes before the project, the project before current_vault', () =>
  withFolder(
    { 'w/': '', 'h/': '', 'repo/.flint-note/config.yml': 'vault_id: repo\n', 'repo/deep/er/': '' },
    async (home) => {
      const registry = twoVaults
      expect((await know(home, { registry, cwd: 'repo/deep/er' })).current).toMatchObject({
        id: 'repo',
        source: 'project',
      })
      expect((await know(home, { registry, cwd: 'repo', vault: 'work' })).current?.id).toBe('work')
      const env = { ZK_NOTEBOOK_DIR: '~/w' }
      expect((await know(home, { registry, cwd: 'repo', env })).current?.id).toBe('work')
      expect((await know(home, { registry, vault: 'home', env })).current?.id).toBe('home')
      expect((await know(home)).current).toBeNull()
    },
  ))

test('--vault takes a folder, whose own config names it; a registered one keeps its id', () =>
  withFolder(
    { 'w/': '', 'My Notes/a.md': '', 'other/.flint-note/config.yml': 'vault_id: own\nname: Own\n' },
    async (home) => {
      const registry = twoVaults
      expect((await know(home, { registry, vault: './My Notes' })).current).toMatchObject({
        id: 'my-notes',
        name: 'My Notes',
        source: 'argument',
        registered: false,
        isDeclared: false,
      })
      expect((await know(home, { registry, vault: join(home, 'other') })).current).toMatchObject({
        id: 'own',
        name: 'Own',
        isDeclared: true,
      })
      await symlink(join(home, 'w'), join(home, 'link'))
      expect((await know(home, { registry, vault: 'link' })).current?.id).toBe('work')
    },
  ))

test('an id wins over a folder of that name, and a missing folder is an error', () =>
  withFolder({ 'w/': '', 'work/': '' }, async (home) => {
    expect((await know(home, { registry: twoVaults, vault: 'work' })).current?.root).toBe(join(home, 'w'))
    await expect(know(home, { registry: twoVaults, vault: 'wrok' })).rejects.toMatchObject({
      code: 'VAULT_NOT_FOUND',
      facts: { nearest: 'work' },
    })
    await expect(know(home, { vault: './nowhere' })).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
  }))

test('a project that calls itself like a registered vault gets an id of its own', () =>
  withFolder({ 'w/': '', 'repo/.flint-note/config.yml': 'vault_id: work\n' }, async (home) => {
    const known = await know(home, { registry: twoVaults, cwd: 'repo' })
    expect(known.current).toMatchObject({ id: 'work-2', root: join(home, 'repo') })
    expect(findVault(known.vaults, 'work').root).toBe(join(home, 'w'))
  }))

test('a damaged project config still makes a vault', () =>
  withFolder({ 'repo/.flint-note/config.yml': 'vault_id: [\n' }, async (home) => {
    expect((await know(home, { cwd: 'repo' })).current).toMatchObject({ id: 'repo', name: 'repo' })
  }))

test('each direct subfolder of a root is a vault under its slugged name', () =>
  withFolder(
    {
      'all/My App/a.md': '',
      'all/my-app/b.md': '',
      'all/.hidden/c.md': '',
      'all/file.md': '',
      'all/日本/': '',
      'w/': '',
    },
    async (home) => {
      await symlink(join(home, 'w'), join(home, 'all/zz'))
      await symlink(join(home, 'gone'), join(home, 'all/dangling'))
      const registry = `${twoVaults}registry: { roots: [~/all, ~/missing] }\n`
      const known = await know(home, { registry })
      // The link leads to a registered vault, which is listed once, as itself.
      expect(ids(known)).toEqual(['work', 'home', 'my-app', 'my-app-2', 'vault-cf2abf0c'])
      expect(known.vaults[2]).toMatchObject({
        name: 'My App',
        source: 'root',
        registered: false,
        isDeclared: true,
      })
      expect(ids(await know(home, { env: { VAULT_PATH: join(home, 'all') } }))).toContain('my-app')
    },
  ))

test('two ids of one folder are one vault that answers to both', () =>
  withFolder({ 'w/': '' }, async (home) => {
    await symlink(join(home, 'w'), join(home, 'same'))
    const registry = 'vaults: { a: {name: A, path: ~/w}, b: {name: B, path: ~/same} }\ncurrent_vault: b\n'
    const known = await know(home, { registry })
    expect(ids(known)).toEqual(['a'])
    expect(known.vaults[0]?.aliases).toEqual(['b'])
    expect(findVault(known.vaults, 'b').id).toBe('a')
    expect(known.current?.id).toBe('a')
    expect(known.notices[0]).toContain('same folder')
  }))

test('a current_vault that is no vault leaves none active and says so', () =>
  withFolder({}, async (home) => {
    const known = await know(home, { registry: 'current_vault: gone\n' })
    expect(known.current).toBeNull()
    expect(known.notices).toEqual(['`current_vault` names `gone`, which is no vault. Switch to another.'])
  }))

test('an unknown id names the known ones and the nearest, and never becomes another vault', () =>
  withFolder({}, async (home) => {
    const { vaults } = await know(home, { registry: twoVaults })
    const error = failure(() => findVault(vaults, 'wrk'))
    expect(error.code).toBe('VAULT_NOT_FOUND')
    expect(error.message).toBe('There is no vault "wrk". Did you mean "work"?')
    expect(error.facts).toMatchObject({ vault_id: 'wrk', known_vaults: ['work', 'home'], nearest: 'work' })
    expect(toAgent(failure(() => findVault(vaults, 'zzz')).facts.hint)).toContain('list_vaults')
    expect(toAgent(failure(() => findVault([], 'zzz')).facts.hint)).toContain('create_vault')
    expect(failure(() => findVault(vaults, 'WORK')).facts).toMatchObject({ nearest: 'work' })
  }))

test('the nearest folder with a vault’s config is the project, and the old registry is none', () =>
  withFolder(
    {
      '.flint-note/config.yml': 'vaults: {}\n',
      'outer/.flint-note/config.yml': '',
      'outer/inner/.flint-note/config.yml': '',
      'outer/inner/src/': '',
      'outer/other/': '',
      'elsewhere/': '',
    },
    async (home) => {
      const find = async (cwd: string) => await findProjectVault(join(home, cwd), new Set())
      expect(await find('outer/inner/src')).toBe(join(home, 'outer/inner'))
      expect(await find('outer/other')).toBe(join(home, 'outer'))
      expect(await find('elsewhere')).toBeNull()
    },
  ))

test('the folder of a registered vault, and one below a root, is the active vault of who starts in it', () =>
  withFolder(
    {
      'w/deep/': '',
      'h/repo/.flint-note/config.yml': 'vault_id: repo\n',
      'h/repo/src/': '',
      'all/one/two/': '',
    },
    async (home) => {
      const registry = `${twoVaults}registry: { roots: [~/all] }\n`
      const active = async (cwd: string) => (await know(home, { registry, cwd })).current?.id
      expect(await active('w')).toBe('work')
      expect(await active('w/deep')).toBe('work')
      expect(await active('h/repo/src')).toBe('repo')
      expect(await active('all/one/two')).toBe('one')
      expect(await active('all')).toBe('home')
      expect((await know(home, { registry, cwd: 'w', vault: 'home' })).current?.id).toBe('home')
      await symlink(join(home, 'w/deep'), join(home, 'short'))
      expect(await active('short')).toBe('work')
    },
  ))

test('a project whose config is no file is a vault all the same: nothing said there goes to another', () =>
  withFolder({ 'repo/.flint-note/config.yml/': '', 'repo/src/': '', 'w/': '' }, async (home) => {
    expect((await know(home, { registry: twoVaults, cwd: 'repo/src' })).current?.root).toBe(
      join(home, 'repo'),
    )
  }))

test('a vault inside another is left out of it, unless only this process knows it', () =>
  withFolder({ 'o/a/b/': '', 'o/c/': '', 'oo/': '' }, async (home) => {
    const registry = `vaults:
  outer: {name: O, path: ~/o}
  a: {name: A, path: ~/o/a}
  b: {name: B, path: ~/o/a/b}
  beside: {name: OO, path: ~/oo}
`
    const { vaults } = await know(home, { registry, vault: 'o/c' })
    expect(vaults).toHaveLength(5)
    expect(nestedRoots(join(home, 'o'), vaults)).toEqual([join(home, 'o/a')])
    expect(nestedRoots(join(home, 'o/a'), vaults)).toEqual([join(home, 'o/a/b')])
    await mkdir(join(home, 'o/c/.flint-note'))
    await writeFile(join(home, 'o/c/.flint-note/config.yml'), '')
    const declared = await know(home, { registry, vault: 'o/c' })
    expect(nestedRoots(join(home, 'o'), declared.vaults)).toEqual([join(home, 'o/a'), join(home, 'o/c')])
  }))

test.each([
  ['Work Notes', 'work-notes'],
  ['Café_2026!', 'cafe_2026'],
  ['--x--', 'x'],
  ['a'.repeat(80), 'a'.repeat(64)],
])('the id of a folder named %j is %s', (name, id) => {
  expect(slugVaultId(name, new Set())).toBe(id)
})

test('an id stays within its length when a number is added', () => {
  const long = 'a'.repeat(64)
  expect(slugVaultId(long, new Set([long]))).toBe(`${'a'.repeat(62)}-2`)
})

function failure(run: () => unknown): VaultError {
  try {
    run()
  } catch (error) {
    if (error instanceof VaultError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

test('a folder that is renamed below a root, made or removed there is so on the list at once', () =>
  withFolder(
    { 'roots/r/': '', 'more/': '', 'config/config.yml': 'registry: { roots: [~/roots] }\n' },
    async (home) => {
      const ignore = () => undefined
      const hub = createHub({
        configFolder: join(home, 'config'),
        dataFolder: join(home, 'data'),
        cwd: home,
        env: { HOME: home, VAULT_PATH: join(home, 'more') },
        vault: 'r',
        openVault: (options) => openVault(options),
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
        now: () => new Date(),
      })
      const known = async () => (await hub.known()).map(({ id }) => id)
      try {
        expect(await known()).toEqual(['r'])
        await rename(join(home, 'roots/r'), join(home, 'roots/renamed'))
        expect([await hub.current(), await known()]).toEqual([null, ['renamed']])
        await expect(hub.find('r')).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
        await mkdir(join(home, 'more/new'))
        expect(await known()).toEqual(['renamed', 'new'])
        await rename(join(home, 'more/new'), join(home, 'roots/r'))
        expect((await known()).toSorted()).toEqual(['r', 'renamed'])
        // As a drive does that is not there for now.
        await rename(join(home, 'roots'), join(home, 'away'))
        expect((await known()).toSorted()).toEqual(['r', 'renamed'])
      } finally {
        await hub.close()
      }
    },
  ))
