import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeRegistry } from '../../src/registry/change-registry.ts'
import type { NewVault } from '../../src/registry/vault-access.ts'
import { createHub, type VaultHub } from '../../src/registry/vault-hub.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const ignore = () => undefined

/** A process in a clone that calls itself `work`, as the vault on the user's list does, or one on it later. */
async function inClone(
  listed: Readonly<Record<string, string>>,
  use: (hub: VaultHub, at: (path: string) => string, list: (now: object) => Promise<void>) => Promise<void>,
) {
  await withFolder(
    { 'w/mine.md': '', 'v/mine.md': '', 'c/mine.md': '', 'c/.flint-note/config.yml': 'vault_id: work\n' },
    async (folder) => {
      const configFolder = join(folder, 'config')
      const list = async (vaults: object) => {
        const entries = Object.entries(vaults).map(([id, path]) => [
          id,
          { name: id, path: join(folder, String(path)) },
        ])
        await changeRegistry(configFolder, (config) => ({ ...config, vaults: Object.fromEntries(entries) }))
      }
      await list(listed)
      const hub = createHub({
        configFolder,
        dataFolder: join(folder, 'data'),
        cwd: join(folder, 'c'),
        env: { HOME: folder },
        vault: null,
        openVault: (options) => openVault(options),
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
        now: () => new Date(),
      })
      try {
        await use(hub, (path) => join(folder, path), list)
      } finally {
        await hub.close()
      }
    },
  )
}

const places = async (hub: VaultHub) =>
  Object.fromEntries((await hub.known()).map(({ id, root }) => [id, root]))

test('a clone does not get the id of a vault that leaves the list', () =>
  inClone({ work: 'w' }, async (hub, at, list) => {
    expect(await places(hub)).toEqual({ work: at('w'), 'work-2': at('c') })
    await list({})
    await until('it is off the list', async () => Object.keys(await places(hub)).length === 1)
    await expect(hub.find('work')).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
    expect(await places(hub)).toEqual({ 'work-2': at('c') })
    // The user's own list may give the id to another folder.
    await list({ work: 'v' })
    await until('it is back', async () => Object.keys(await places(hub)).length === 2)
    expect(await places(hub)).toEqual({ work: at('v'), 'work-2': at('c') })
  }))

test('an id that has meant a clone does not come to mean a vault of the list', () =>
  inClone({}, async (hub, at, list) => {
    expect(await places(hub)).toEqual({ work: at('c') })
    await list({ work: 'w', other: 'v' })
    await until('the list is read again', async () => Object.keys(await places(hub)).length === 2)
    expect(await places(hub)).toEqual({ other: at('v'), work: at('c') })
    expect(await hub.notices()).toEqual([expect.stringContaining('`work` of the list is not here')])
    for (const change of [hub.admin.remove('work'), hub.admin.update('work', { name: 'Mine' })])
      await expect(change).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    const made = hub.admin.create({ ...fresh, path: at('new') })
    await expect(made).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    expect((await hub.registry()).config.vaults).toMatchObject({ work: { path: at('w') } })
  }))

test('a clone that the user puts on the list keeps its id', () =>
  inClone({}, async (hub, at, list) => {
    expect(await places(hub)).toEqual({ work: at('c') })
    await list({ work: 'c' })
    await until('it is registered', async () => (await hub.find('work')).registered)
    await list({})
    await until('it is not', async () => !(await hub.find('work')).registered)
    expect(await places(hub)).toEqual({ work: at('c') })
  }))

const fresh: Omit<NewVault, 'path'> = {
  id: 'work',
  name: 'Work',
  description: '',
  types: 'none',
  switchTo: false,
  approve: () => Promise.resolve(),
}
