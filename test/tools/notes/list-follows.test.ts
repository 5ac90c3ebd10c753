import Database from 'better-sqlite3'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { VaultId } from '../../../src/model/ids.ts'
import { until } from '../../support/until.ts'
import { withVault, type Vaults } from '../../support/with-vault.ts'

const files = { 'a.md': 'A\n', 'b.md': 'B\n', 'folder/c.md': 'C\n' }

const polled = { ...files, '.flint-note/config.yml': 'index:\n  poll: true\n' }

async function totalOf({ call }: Vaults): Promise<number> {
  return (await call('list_notes', { limit: 1 })).total
}

/** The vault once all of its notes were looked at. */
async function looked(vaults: Vaults): Promise<void> {
  await until('the index is ready', async () => {
    const { index } = await vaults.call('get_vault_info', { detailed: true })
    return index.state === 'ready' && index.notes === 3
  })
}

/** Takes a note out of the index behind everybody's back: a look at every file finds it again, and nothing else does. */
async function forget({ hub }: Vaults, path: string): Promise<void> {
  const { indexFile } = await hub.open('main' as VaultId)
  const db = new Database(indexFile)
  db.prepare('DELETE FROM note WHERE path = ?').run(path)
  db.close()
}

test('a list trusts the watcher, and looks at no file', () =>
  withVault(files, async (vaults) => {
    await looked(vaults)
    await forget(vaults, 'a.md')
    expect(await totalOf(vaults)).toBe(2)
  }))

test('a list has what was written, removed and made before it was asked', () =>
  withVault(files, async (vaults) => {
    await looked(vaults)
    writeFileSync(vaults.at('new.md'), 'New\n')
    expect(await totalOf(vaults)).toBe(4)
    rmSync(vaults.at('a.md'))
    rmSync(vaults.at('folder'), { recursive: true })
    expect(await totalOf(vaults)).toBe(2)
    mkdirSync(vaults.at('fresh/deep'), { recursive: true })
    writeFileSync(vaults.at('fresh/deep/d.md'), 'D\n')
    expect(await totalOf(vaults)).toBe(3)
  }))

test('where nothing tells of changes a list looks at every file', () =>
  withVault(polled, async (vaults) => {
    await looked(vaults)
    await forget(vaults, 'a.md')
    expect(await totalOf(vaults)).toBe(3)
  }))

test('a list looks at every file from more changes than can be told until all were looked at', () =>
  withVault(files, async (vaults) => {
    await looked(vaults)
    mkdirSync(vaults.at('many'))
    for (let at = 0; at < 5_500; at++) writeFileSync(vaults.at(`many/${at}.txt`), '')
    await forget(vaults, 'a.md')
    expect(await totalOf(vaults)).toBe(3)
  }))
