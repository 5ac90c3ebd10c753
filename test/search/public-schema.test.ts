import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicTables, schemaGuide } from '../../src/search/sql/public-schema.ts'
import { withVault } from '../support/with-vault.ts'

const page = readFileSync(new URL('../../docs/sql.md', import.meta.url), 'utf8')

test('the page on SQL is the guide that agents are given', () => {
  expect(page).toBe(schemaGuide)
})

test('the public tables have exactly the columns that the guide says', () =>
  withVault({ 'a.md': 'A.\n' }, async ({ call }) => {
    for (const [table, columns] of Object.entries(publicTables)) {
      const { columns: found } = await call('search_notes_sql', { query: `SELECT * FROM ${table}` })
      expect([table, found]).toEqual([table, columns])
    }
  }))

test('every example of the guide runs', () =>
  withVault({ 'a.md': 'A [[b]] roof.\n' }, async ({ call }) => {
    const examples = [...schemaGuide.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query]) => query)
    expect(examples.length).toBeGreaterThan(4)
    for (const query of examples) {
      expect([query, (await call('search_notes_sql', { query })).error]).toEqual([query, undefined])
    }
  }))
