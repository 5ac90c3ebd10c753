import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { withVault } from '../support/with-vault.ts'

test('a vault without an index is read and written by id, and says why it cannot be searched', () =>
  withVault(
    { '.flint-note/config.yml': 'search: { index_enabled: false }\n', 'a.md': '# A\n' },
    async ({ call, read }) => {
      expect((await call('get_note', { identifier: 'a.md' })).content).toBe('# A\n')
      expect((await call('append_to_note', { identifier: 'a', content: 'more' })).error).toBeUndefined()
      expect(await read('a.md')).toBe('# A\nmore\n')
      const { error } = await call('search_notes', { query: 'more' })
      expect(error).toMatchObject({ code: 'INDEX_UNAVAILABLE' })
      expect(error.hint).toContain('search.index_enabled')
    },
  ))

test('a folder with a config of its own is no part of the vault around it', () =>
  withVault(
    { 'a.md': 'outer words', 'repo/.flint-note/config.yml': 'vault_id: inner\n', 'repo/b.md': 'inner words' },
    async ({ call, write }) => {
      const ids = async () => (await call('list_notes')).notes.map(({ id }: { id: string }) => id)
      expect(await ids()).toEqual(['a.md'])
      await write('repo/c.md', 'inner, too')
      await write('d.md', 'outer, too')
      await until(
        'the outer note is found',
        async () => (await call('search_notes', { query: 'outer' })).total === 2,
      )
      expect((await ids()).sort()).toEqual(['a.md', 'd.md'])
    },
  ))
