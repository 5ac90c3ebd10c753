import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findScope, serveScope } from '../../src/cli/serve-scope.ts'
import { isVaultId } from '../../src/model/ids.ts'
import type { KnownVault } from '../../src/model/known-vault.ts'
import { parseVaultConfig } from '../../src/settings/read-vault-config.ts'
import { withFolder } from '../support/with-folder.ts'

const config = (scope: string) => parseVaultConfig(`permissions: { scope: ${scope} }\n`).config

function known(id: string, root: string): KnownVault {
  if (!isVaultId(id)) throw new TypeError(id)
  const rest = { name: id, description: '', lastUsed: null, registered: true, aliases: [], isDeclared: true }
  return { id, root, source: 'registered', ...rest }
}

test('--scope is a folder from where the server was started, else one of the active vault', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects/site`, { recursive: true })
    await mkdir(`${folder}/home`)
    const work = { root: `${folder}/work`, config: config('vault') }
    const home = { root: `${folder}/home`, config: config('vault') }
    const active = known('work', work.root)
    const vaults = {
      current: () => Promise.resolve(active),
      known: () => Promise.resolve([active, known('home', home.root)]),
    }
    const find = (cwd: string, scope: string) => findScope(scope, cwd, vaults)
    const at = async (cwd: string, scope: string, vault = work) =>
      serveScope(vault, { scope: await find(cwd, scope), cwd })
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

test('a folder that is gone, or has become a way to more, does not widen the limit', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects`, { recursive: true })
    const active = known('work', `${folder}/work`)
    const vaults = { current: () => Promise.resolve(active), known: () => Promise.resolve([active]) }
    const scope = await findScope('projects', `${folder}/work`, vaults)
    const within = () => serveScope({ ...active, config: config('vault') }, { scope, cwd: folder })
    await rm(`${folder}/work/projects`, { recursive: true })
    expect(await within()).toEqual(['projects'])
    await symlink(`${folder}/work`, `${folder}/work/projects`)
    expect(await within()).toEqual(['projects'])
  }))

test('without it the vault’s own settings say whether the folder it was started in is the limit', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects`, { recursive: true })
    const at = (cwd: string, scope: string) =>
      serveScope({ root: `${folder}/work`, config: config(scope) }, { scope: null, cwd })
    expect(await at(`${folder}/work/projects`, 'vault')).toBeNull()
    expect(await at(`${folder}/work/projects`, 'working_directory')).toEqual(['projects'])
    expect(await at(`${folder}/work`, 'working_directory')).toBeNull()
    expect(await at('/', 'working_directory')).toEqual([])
  }))
