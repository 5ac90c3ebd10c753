import { cp, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
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
