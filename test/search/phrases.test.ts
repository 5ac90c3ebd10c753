import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { withVault } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const vault = {
  'a.md': '# A\n\nThe due date is near.\n',
  'b.md': '# B\n\nA date that is due.\n',
  'c.md': '# C\n\nThe due date of the blue house.\n',
  'd.md': '# D\n\nA blue house and a date.\n',
  'e.md': '# E\n\n東京の夏は暑い。\n',
  'f.md': '# F\n\n夏の東京は暑い。\n',
}

test.each([
  ['"due date"', ['a.md', 'c.md'], ['auto', 'keyword', 'semantic']],
  ['"due date" "blue house"', ['c.md'], ['auto', 'keyword', 'semantic']],
  // The model of the test knows English words alone.
  ['"東京の夏"', ['e.md'], ['auto', 'keyword']],
] as const)('%s finds the notes that have it, whatever the mode', (query, ids, modes) =>
  withMeaning(vault, wordEmbedder({ synonyms: [] }), async (vaults) => {
    await embedded(vaults)
    const { call } = vaults
    for (const mode of modes) {
      const { results, total } = await call('search_notes', { query, mode })
      expect([mode, column(results, 'id').toSorted(), total]).toEqual([mode, ids, ids.length])
    }
  }),
)

test.each([['"due date" blue', ['c.md', 'a.md', 'd.md']]] as const)(
  '%s finds notes with some of it, too',
  (query, ids) =>
    withVault(vault, async ({ call }) => {
      const { results } = await call('search_notes', { query, mode: 'keyword' })
      expect(column(results, 'id')).toEqual(ids)
    }),
)
