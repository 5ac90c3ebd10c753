import Database from 'better-sqlite3'
import { rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { SqlRunner } from '../../src/search/sql/sql-runner.ts'
import { openMain } from '../support/change-files.ts'
import { withFolder } from '../support/with-folder.ts'
import { withVault } from '../support/with-vault.ts'

const question = { query: 'SELECT count(*) AS c FROM notes', params: [], maxRows: 10, maxBytes: 1_000 }
const limits = () => ({ timeoutMs: 30_000, signal: new AbortController().signal })

/** Makes an index that knows no note so far. */
function makeIndex(file: string): void {
  openIndexForWriting(file).db.close()
}

const beingMade = {
  code: 'INDEX_UNAVAILABLE',
  message: 'The index is being made anew.',
  facts: { hint: expect.stringContaining('Repeat the call in a few seconds') },
}

test('an index that another process is making is said to be made, and answers once it is', () =>
  withFolder({ 'empty.sqlite': '' }, async (folder) => {
    const runner = new SqlRunner()
    const ask = async (name: string, mustBeFilled: boolean, query = question.query) =>
      await runner.run({ ...question, query, indexFile: join(folder, name), mustBeFilled }, limits())
    try {
      for (const name of ['none.sqlite', 'empty.sqlite'])
        await expect(ask(name, false), name).rejects.toMatchObject(beingMade)
      const file = join(folder, 'new.sqlite')
      makeIndex(file)
      await expect(ask('new.sqlite', true)).rejects.toMatchObject(beingMade)
      expect((await ask('new.sqlite', false)).rows).toEqual([{ c: 0 }])
      const db = new Database(file)
      db.exec("INSERT INTO state (name, value) VALUES ('filled', 'yes')")
      db.close()
      expect((await ask('new.sqlite', true)).rows).toEqual([{ c: 0 }])
      for (const query of ['SELECT * FROM note', 'SELECT rowid FROM notes'])
        await expect(ask('new.sqlite', true, query), query).rejects.toMatchObject({ code: 'QUERY_REJECTED' })
    } finally {
      await runner.close()
    }
  }))

test.each([
  [
    'another process has just begun',
    async (file: string) => {
      makeIndex(`${file}.new`)
      await rename(`${file}.new`, file)
    },
  ],
  ['was emptied', (file: string) => truncate(file)],
  ['is gone', (file: string) => rename(file, `${file}.gone`)],
])('SQL over an index that %s tells no number of notes as if it were that of the vault', (_what, replace) =>
  withVault({ 'a.md': '# A\n', 'b.md': '# B\n' }, async (vaults) => {
    const { query } = question
    expect((await vaults.call('search_notes_sql', { query })).results).toEqual([{ c: 2 }])
    await replace((await openMain(vaults)).indexFile)
    const { results, freshness, error } = await vaults.call('search_notes_sql', { query })
    if (error === undefined && freshness === undefined) expect(results).toEqual([{ c: 2 }])
    else expect(error?.code ?? 'INDEX_UNAVAILABLE').toBe('INDEX_UNAVAILABLE')
  }),
)
