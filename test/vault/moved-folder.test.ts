import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { beginVaultState } from '../../src/vault/new-vault-state.ts'
import { stateFolder } from '../../src/vault/vault-folders.ts'
import { type Vaults, withVaults } from '../support/with-vault.ts'

const notes = { 'oak.md': '# Oak\n', 'elm.md': '# Elm\n', 'ash.md': '# Ash\n' }

async function register({ folder }: Vaults, path: string): Promise<void> {
  const config = { vaults: { main: { name: 'Main', path } }, current_vault: 'main' }
  await writeFile(join(folder, 'config', 'config.yml'), JSON.stringify(config))
}

async function moveTo(
  vaults: Vaults,
  path: string,
  how: typeof rename | typeof copy = rename,
): Promise<void> {
  await vaults.restart(async () => {
    await how(join(vaults.folder, 'main'), path)
    await register(vaults, path)
  })
}

const copy = (from: string, to: string) => cp(from, to, { recursive: true })

test('a vault whose folder was moved keeps its history, and what was written can be undone', () =>
  withVaults(
    { main: notes },
    async (vaults) => {
      const { call, folder } = vaults
      const { change_id: id } = await call('append_to_note', { identifier: 'oak.md', content: 'Tall.\n' })
      await moveTo(vaults, join(folder, 'moved'))
      expect(await call('list_changes', {})).toMatchObject({ total: 1, changes: [{ change_id: id }] })
      await call('undo_change', { change_id: id })
      expect(await call('get_note', { identifier: 'oak.md' })).toMatchObject({ content: '# Oak\n' })
      // And back.
      await vaults.restart(async () => {
        await rename(join(folder, 'moved'), join(folder, 'main'))
        await register(vaults, join(folder, 'main'))
      })
      expect(await call('list_changes', {})).toMatchObject({ total: 2 })
      expect(await readdir(join(folder, 'data/vaults'))).toHaveLength(1)
    },
    { stores: 'own' },
  ))

test('a copy has a history of its own while the first is there', () =>
  withVaults(
    { main: notes },
    async (vaults) => {
      const { call, folder } = vaults
      await call('append_to_note', { identifier: 'oak.md', content: 'Tall.\n' })
      await moveTo(vaults, join(folder, 'copied'), copy)
      expect(await call('list_changes', {})).toMatchObject({ total: 0 })
    },
    { stores: 'own' },
  ))

test('another folder that got the number of a deleted one gets nothing of it', () =>
  withVaults(
    { main: notes, other: { 'fern.md': '# Fern\n' } },
    async (vaults) => {
      const { call, folder } = vaults
      await call('append_to_note', { identifier: 'oak.md', content: 'Tall.\n' })
      const [data, gone, other] = ['data', 'main', 'other'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      await vaults.restart(async () => {
        await rename(gone, join(folder, 'elsewhere'))
        const state = stateFolder(data, gone)
        const seen = {
          identity: folderIdentity(other),
          root: gone,
          indexFile: join(state, 'index.sqlite'),
          hasHistory: true,
        }
        await writeFile(join(state, 'folder.json'), JSON.stringify(seen))
        await register(vaults, other)
      })
      expect(await call('list_changes', {})).toMatchObject({ total: 0 })
      expect(await readdir(stateFolder(data, gone))).toContain('history.sqlite')
    },
    { stores: 'own' },
  ))

const newVault = (id: string, path: string) => ({
  ...{ id, name: id, path, description: '', types: 'none' as const, switchTo: true },
  approve: () => Promise.resolve(),
})

test('a vault that is made where a removed one was begins its own history, and that one keeps its own', () =>
  withVaults(
    { main: notes },
    async ({ call, hub, folder, at, write }) => {
      await call('append_to_note', { identifier: 'oak.md', content: 'Tall.\n' })
      await hub.admin.remove('main')
      await rename(at(''), join(folder, 'moved'))
      await write('oak.md', '# Another oak\n')
      await hub.admin.create(newVault('second', at('')))
      expect(await call('list_changes', { vault_id: 'second' })).toMatchObject({ total: 0 })
      expect(await call('list_notes', { vault_id: 'second' })).toMatchObject({ total: 1 })
      await hub.admin.create(newVault('main', join(folder, 'moved')))
      expect(await call('list_changes', { vault_id: 'main' })).toMatchObject({ total: 1 })
    },
    { stores: 'own' },
  ))

test('vaults whose folders change places keep their histories, once that is confirmed', () =>
  withVaults(
    { main: { ...notes, 'main.md': '# Main\n' }, other: { ...notes, 'other.md': '# Other\n' } },
    async (vaults) => {
      const { call, folder } = vaults
      await call('list_notes', { vault_id: 'other' })
      await call('delete_note', { identifier: 'main.md', mode: 'permanent', confirm: true })
      const [main, other, between] = ['main', 'other', 'between'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      await vaults.restart(async () => {
        await rename(main, between)
        await rename(other, main)
        await rename(between, other)
        const entries = { main: { name: 'Main', path: other }, other: { name: 'Other', path: main } }
        const config = { vaults: entries, current_vault: 'main' }
        await writeFile(join(folder, 'config', 'config.yml'), JSON.stringify(config))
      })
      const { error } = await call('list_changes', { vault_id: 'main' })
      expect(error).toMatchObject({ code: 'VAULT_UNAVAILABLE' })
      await call('reindex_vault', { vault_id: 'main', confirm: true })
      expect(await call('list_changes', { vault_id: 'main' })).toMatchObject({ total: 1 })
      // Nothing is kept of the place that it left.
      expect(await call('list_changes', { vault_id: 'other' })).toMatchObject({ total: 0 })
    },
    { stores: 'own' },
  ))

test('a folder with the same notes in a vault’s place keeps its history while the vault is listed', () =>
  withVaults(
    { main: notes },
    async (vaults) => {
      const { call, folder, at } = vaults
      await call('append_to_note', { identifier: 'oak.md', content: 'Tall.\n' })
      await vaults.restart(async () => {
        await rename(at(''), join(folder, 'before'))
        await copy(join(folder, 'before'), at(''))
      })
      expect(await call('list_changes', {})).toMatchObject({ total: 1 })
    },
    { stores: 'own' },
  ))

test('a vault that is open is opened anew where another process has made a vault in its place', () =>
  withVaults(
    { main: notes },
    async ({ call, folder, at, write }) => {
      await call('list_notes')
      await rename(at(''), join(folder, 'before'))
      await mkdir(at(''))
      await write('fern.md', '# Fern\n')
      beginVaultState(join(folder, 'data'), at(''), new Date())
      expect(await call('list_notes')).toMatchObject({ total: 1, notes: [{ id: 'fern.md' }] })
    },
    { stores: 'own' },
  ))
