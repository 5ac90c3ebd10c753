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

test('a link to an attachment is not broken, and tags are those of get_tags', () =>
  withVault(
    {
      'a.md': '---\ntags: [Home, home/garden]\n---\n![[photo.png]] [[nowhere]] [[b]] #home\n',
      'b.md': 'An inline tag #HOME.\n',
      'photo.png': 'image',
    },
    async ({ call }) => {
      const ask = async (query: string) => (await call('search_notes_sql', { query })).results
      expect(await ask('SELECT target_title, is_broken FROM note_links ORDER BY line_number, id')).toEqual([
        { target_title: 'photo.png', is_broken: 0 },
        { target_title: 'nowhere', is_broken: 1 },
        { target_title: 'b', is_broken: 0 },
      ])
      const counted = await ask(
        'SELECT tag, count(*) AS count FROM note_tags GROUP BY tag ORDER BY count DESC',
      )
      expect(counted).toEqual((await call('get_tags')).tags)
      expect(counted).toEqual([
        { tag: 'Home', count: 2 },
        { tag: 'home/garden', count: 1 },
      ])
    },
  ))
