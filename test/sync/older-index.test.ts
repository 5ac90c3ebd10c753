import Database from 'better-sqlite3'
import { rename, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { checkIndex, dumpIndex } from '../support/dump-index.ts'
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

/** What an index is made of, but for what the query planner counts. */
function layoutOf(indexFile: string): unknown {
  const db = new Database(indexFile, { readonly: true })
  const rows = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name",
    )
    .all()
  db.close()
  return rows
}

/** Its indexes are made once nothing is left to read. */
async function whole(vaults: Vaults): Promise<string> {
  const indexFile = await ready(vaults)
  await until('it has its indexes', () => {
    const db = new Database(indexFile, { readonly: true })
    const tidy = db.prepare("SELECT value FROM state WHERE name = 'tidy'").pluck().get()
    db.close()
    return tidy !== 'no'
  })
  return indexFile
}

/** Makes of an index one as the first `count` migrations left it, with as much of what it says as that had room for. */
async function makeOlder(indexFile: string, count: number): Promise<void> {
  const newer = `${indexFile}.whole`
  await rename(indexFile, newer)
  // Else the tables within a full-text table may not be written.
  const db = new Database(indexFile).unsafeMode()
  for (const statements of migrations.slice(0, count)) db.exec(statements)
  db.exec(`ATTACH '${newer}' AS newer`)
  const tables = db.prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  )
  const columns = db.prepare<
    [string, string],
    string | null
  >(`SELECT group_concat(name) FROM pragma_table_info(?, 'main')
    WHERE name IN (SELECT name FROM pragma_table_info(?, 'newer'))`)
  for (const table of tables.pluck().all()) {
    const common = columns.pluck().get(table, table) ?? null
    if (common !== null)
      db.exec(
        `DELETE FROM main.${table}; INSERT INTO main.${table} (${common}) SELECT ${common} FROM newer.${table}`,
      )
  }
  db.exec("UPDATE state SET value = '4' WHERE name = 'reading'")
  db.pragma(`user_version = ${count}`)
  db.close()
  await rm(newer)
}

test.each(migrations.slice(1).map((_, index) => index + 1))(
  'an index of when there were so many migrations is brought up to date, and says what a new one does: %i',
  (count) =>
    withVault(files, async (vaults) => {
      const indexFile = await whole(vaults)
      const [before, layout] = [dumpIndex(indexFile), layoutOf(indexFile)]
      await vaults.restart(() => makeOlder(indexFile, count))
      await whole(vaults)
      expect(dumpIndex(indexFile)).toEqual(before)
      expect(layoutOf(indexFile)).toEqual(layout)
      await vaults.restart(() => {
        expect(checkIndex(indexFile)).toEqual([])
        return Promise.resolve()
      })
    }),
)
