import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { dumpIndex } from '../support/dump-index.ts'
import { until } from '../support/until.ts'
import { withVault, type Files, type Vaults } from '../support/with-vault.ts'

const files: Files = {
  'home.md': 'See [[one]].\n',
  'a/one.md': '# Two\n',
  'b/two.md': '# One\n',
}

async function ready({ hub }: Vaults): Promise<string> {
  const vault = await hub.open('main' as VaultId)
  await until('the index is ready', () => vault.index.freshness.state === 'ready')
  return vault.indexFile
}

test('an index in which links were resolved by other rules has them resolved anew', () =>
  withVault(files, async (vaults) => {
    const indexFile = await ready(vaults)
    const before = dumpIndex(indexFile)
    await vaults.restart(() => {
      const db = new Database(indexFile)
      db.exec(`UPDATE link SET target = (SELECT id FROM note WHERE path = 'b/two.md');
        UPDATE state SET value = '4' WHERE name = 'reading'`)
      db.close()
      return Promise.resolve()
    })
    await ready(vaults)
    const { outgoing_internal: links } = await vaults.call('get_note_links', { identifier: 'home.md' })
    expect(links).toMatchObject([{ target_note_id: 'a/one.md' }])
    expect(dumpIndex(indexFile)).toEqual(before)
  }))
