import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findScope, isFolderIn, serveScope } from '../../src/cli/serve-scope.ts'
import { isVaultId } from '../../src/model/ids.ts'
import type { JudgedVault } from '../../src/call/narrow-vaults.ts'
import type { KnownVault } from '../../src/model/known-vault.ts'
import type { LimitedBy, ScopeLimit } from '../../src/model/scope-limit.ts'
import { parseVaultConfig } from '../../src/settings/read-vault-config.ts'
import { withFolder } from '../support/with-folder.ts'

/** A vault, and the settings that are in it and around it. */
function judged(root: string, scopes: Readonly<Record<string, string>>): JudgedVault {
  const permissionSources = Object.entries(scopes).map(([place, scope]) => {
    const { config, said } = parseVaultConfig(`permissions: { scope: ${scope} }\n`)
    const file = join(place, '.flint-note/config.yml')
    return { file, root: join(root, place), permissions: config.permissions, said }
  })
  return { root, reading: { permissionSources } }
}

/** The folders of a limit, which has to name its one cause. */
function foldersOf(limit: ScopeLimit | null, by: LimitedBy): readonly string[] | null {
  if (limit !== null) expect(limit.by).toEqual([by])
  return limit?.folders ?? null
}

function known(id: string, root: string): KnownVault {
  if (!isVaultId(id)) throw new TypeError(id)
  const rest = { name: id, description: '', lastUsed: null, registered: true, aliases: [], isDeclared: true }
  return { id, root, source: 'registered', ...rest }
}

test('--scope is a folder from where the server was started, else one of the active vault', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects/site`, { recursive: true })
    await mkdir(`${folder}/home`)
    const work = judged(`${folder}/work`, { '.': 'vault' })
    const home = judged(`${folder}/home`, { '.': 'vault' })
    const active = known('work', work.root)
    const vaults = {
      current: () => Promise.resolve(active),
      known: () => Promise.resolve([active, known('home', home.root)]),
    }
    const find = (cwd: string, scope: string) => findScope(scope, cwd, vaults)
    const at = async (cwd: string, scope: string, vault = work) =>
      foldersOf(await serveScope(vault, { scope: await find(cwd, scope), cwd }), 'server')
    expect(await at(`${folder}/work`, 'projects')).toEqual(['projects'])
    expect(await at(`${folder}/work/projects`, 'site')).toEqual(['projects/site'])
    expect(await at(`${folder}/work/projects/site`, '..')).toEqual(['projects'])
    expect(await at(folder, `${folder}/work/projects`)).toEqual(['projects'])
    // From anywhere else it is a folder of the active vault, and of no other.
    expect(await at('/', 'projects/site')).toEqual(['projects/site'])
    expect(await at('/', 'projects/site', home)).toEqual([])
    expect(await at(`${folder}/work`, 'projects', home)).toEqual([])
    // One in another vault allows nothing here; the vault's own folder is no limit.
    expect(await at(`${folder}/work`, '../home')).toEqual([])
    expect(await at(`${folder}/work`, '.')).toBeNull()
    // What is not there, is a file, or lies in no vault is told at once.
    await writeFile(`${folder}/work/a.md`, 'A')
    for (const scope of ['nowhere', `${folder}/work/nowhere`, 'a.md', '/', folder, '..']) {
      await expect(find(`${folder}/work`, scope), scope).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        facts: { hint: expect.stringContaining('flint list'), known_vaults: ['work', 'home'] },
      })
    }
  }))

test('a folder is named in either Unicode form', () =>
  withFolder({}, async (folder) => {
    const onDisk = 'Größe/Länge'.normalize('NFD')
    await mkdir(`${folder}/work/${onDisk}`, { recursive: true })
    const active = known('work', `${folder}/work`)
    const vaults = { current: () => Promise.resolve(active), known: () => Promise.resolve([active]) }
    for (const [cwd, scope] of [
      [active.root, 'Größe/Länge'],
      ['/', 'Größe/Länge'],
      ['/', `${active.root}/Größe/Länge`],
    ] as const)
      expect(await findScope(scope, cwd, vaults)).toBe(`${active.root}/${onDisk}`)
    expect(await isFolderIn(active.root, 'Größe/Länge')).toBe(true)
  }))

test('a folder that is gone, or has become a way to more, does not widen the limit', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects`, { recursive: true })
    const active = known('work', `${folder}/work`)
    const vaults = { current: () => Promise.resolve(active), known: () => Promise.resolve([active]) }
    const scope = await findScope('projects', `${folder}/work`, vaults)
    const within = async () =>
      foldersOf(await serveScope(judged(active.root, { '.': 'vault' }), { scope, cwd: folder }), 'server')
    await rm(`${folder}/work/projects`, { recursive: true })
    expect(await within()).toEqual(['projects'])
    await symlink(`${folder}/work`, `${folder}/work/projects`)
    expect(await within()).toEqual(['projects'])
  }))

test('without it the vault’s own settings say whether the folder it was started in is the limit', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects`, { recursive: true })
    const at = async (cwd: string, scope: string) => {
      const vault = judged(`${folder}/work`, { '.': scope })
      return foldersOf(await serveScope(vault, { scope: null, cwd }), { settings: '.flint-note/config.yml' })
    }
    expect(await at(`${folder}/work/projects`, 'vault')).toBeNull()
    expect(await at(`${folder}/work/projects`, 'working_directory')).toEqual(['projects'])
    expect(await at(`${folder}/work`, 'working_directory')).toBeNull()
    expect(await at('/', 'working_directory')).toEqual([])
  }))

test('a vault within that folder is inside as a whole, if it has the limit from the vault around both', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects/site/deep`, { recursive: true })
    const at = async (cwd: string, scopes: Readonly<Record<string, string>>) =>
      await serveScope(judged(`${folder}/work/projects/site`, scopes), { scope: null, cwd })
    const around = { '.': 'vault', '../..': 'working_directory' }
    expect(await at(`${folder}/work/projects`, around)).toBeNull()
    expect(await at(`${folder}/work/projects/site`, around)).toBeNull()
    const by = [{ settings: '../../.flint-note/config.yml' }]
    expect(await at(`${folder}/work/projects/site/deep`, around)).toEqual({ folders: ['deep'], by })
    await mkdir(`${folder}/work/other`)
    expect(await at(`${folder}/work/other`, around)).toEqual({ folders: [], by })
    expect(await at(folder, around)).toEqual({ folders: [], by })
    const both = { '.': 'working_directory', '../..': 'working_directory' }
    expect(await at(`${folder}/work/projects`, both)).toEqual({
      folders: [],
      by: [{ settings: '.flint-note/config.yml' }, ...by],
    })
  }))
