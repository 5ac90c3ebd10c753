import { expect, test } from 'vitest'
import { lines } from '../support/lines.ts'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const vault = {
  '会議/a.md': lines(
    '---',
    'aliases: [東京タワー]',
    'tags: [観光地]',
    'source: 新聞記事',
    'author: {first: Ada, name: Lovelace}',
    'contacts:',
    '  - name: Babbage',
    'isbn: 9783161484100',
    'year: 1843',
    'due: 2026-05-01',
    'created: 2026-04-01',
    '---',
    '# A',
    '',
    'Text.',
  ),
  'b.md': '# B\n\nOther text.\n',
}

test.each([
  ...['東京タワー', '東京', '観光地', '観光', '新聞記事', '会議'],
  ...['Lovelace', 'Ada Lovelace', 'Babbage', '9783161484100', '1843', '2026-05-01', '"2026-05-01"'],
])('%s is found in properties, aliases, tags and names of folders', (query) =>
  withVault(vault, async ({ call }) => {
    const { results } = await call('search_notes', { query, mode: 'keyword' })
    expect(column(results, 'id')).toEqual(['会議/a.md'])
  }),
)

test('the day on which a note was made is no word of it', () =>
  withVault(vault, async ({ call }) => {
    expect((await call('search_notes', { query: '"2026-04-01"', mode: 'keyword' })).total).toBe(0)
  }))
