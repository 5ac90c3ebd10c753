import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { serveScope } from '../../src/cli/serve-scope.ts'
import { parseVaultConfig } from '../../src/settings/read-vault-config.ts'
import { withFolder } from '../support/with-folder.ts'

const config = (scope: string) => parseVaultConfig(`permissions: { scope: ${scope} }\n`).config

test('--scope is a folder from where the server was started, else one of the active vault', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects/site`, { recursive: true })
    await mkdir(`${folder}/home`)
    const work = { id: 'work', root: `${folder}/work`, config: config('vault') }
    const home = { id: 'home', root: `${folder}/home`, config: config('vault') }
    const known = { id: 'work' } as never
    const active = () => Promise.resolve(known)
    const at = (cwd: string, scope: string | null, vault = work) => serveScope(vault, { scope, cwd, active })
    expect(await at(`${folder}/work`, 'projects')).toEqual(['projects'])
    expect(await at(`${folder}/work/projects`, 'site')).toEqual(['projects/site'])
    expect(await at(`${folder}/work/projects/site`, '..')).toEqual(['projects'])
    expect(await at(folder, `${folder}/work/projects`)).toEqual(['projects'])
    // From anywhere else it is a folder of the active vault, and of no other.
    expect(await at('/', 'projects/site')).toEqual(['projects/site'])
    expect(await at('/', 'projects/site', home)).toEqual([])
    expect(await at(`${folder}/work`, 'projects', home)).toEqual([])
    // One that leaves the vault allows nothing; the vault's own folder is no limit.
    expect(await at(`${folder}/work`, '../home')).toEqual([])
    expect(await at(folder, '/')).toEqual([])
    expect(await at(`${folder}/work`, '.')).toBeNull()
  }))

test('without it the vault’s own settings say whether the folder it was started in is the limit', () =>
  withFolder({}, async (folder) => {
    await mkdir(`${folder}/work/projects`, { recursive: true })
    const active = () => Promise.resolve(null)
    const at = (cwd: string, scope: string) =>
      serveScope({ id: 'work', root: `${folder}/work`, config: config(scope) }, { scope: null, cwd, active })
    expect(await at(`${folder}/work/projects`, 'vault')).toBeNull()
    expect(await at(`${folder}/work/projects`, 'working_directory')).toEqual(['projects'])
    expect(await at(`${folder}/work`, 'working_directory')).toBeNull()
    expect(await at('/', 'working_directory')).toEqual([])
  }))
