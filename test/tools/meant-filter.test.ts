import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const decomposed = 'Öl'.normalize('NFD')

const vault = {
  [`${decomposed}/a.md`]: '# A\n\nfrom a\n',
  'Projects/Flint/b.md': '# B\n\nfrom b\n\n- [ ] Task b\n',
  'lower/c.md': '# C\n\nfrom c\n',
  'Lower/d.md': '# D\n\nfrom d\n',
}

test.each([
  ['list_notes', { directory: 'Öl' }, [`${decomposed}/a.md`]],
  ['list_notes', { directory: 'öl' }, [`${decomposed}/a.md`]],
  ['list_notes', { directory: 'projects/FLINT' }, ['Projects/Flint/b.md']],
  ['list_notes', { directory: 'lower' }, ['lower/c.md']],
  ['list_notes', { type: 'PROJECTS' }, ['Projects/Flint/b.md']],
  ['search_notes', { query: 'from', directory: 'öl' }, [`${decomposed}/a.md`]],
  ['search_notes', { query: 'from in:Öl' }, [`${decomposed}/a.md`]],
  ['search_notes', { query: 'from path:projects/Flint/' }, ['Projects/Flint/b.md']],
  ['search_notes', { query: 'from path:projects/Fli' }, ['Projects/Flint/b.md']],
  ['search_notes', { query: 'from type:projects' }, ['Projects/Flint/b.md']],
  ['search_notes', { query: 'from', type_filter: 'projects' }, ['Projects/Flint/b.md']],
  ['search_notes', { query: 'from path:Lower' }, ['Lower/d.md']],
  ['search_notes', { query: 'from in:../x' }, []],
  ['search_notes', { query: 'from in:.git' }, []],
  ['search_notes', { query: `from in:${'x/'.repeat(900)}` }, []],
  ['search_notes_advanced', { type: 'projectS' }, ['Projects/Flint/b.md']],
] as const)('%s %j finds what is meant', (tool, args, ids) =>
  withVault(vault, async ({ call }) => {
    const found = await call(tool, args)
    expect(column(found.notes ?? found.results, 'id')).toEqual(ids)
  }),
)

test('what is left out is meant so, too, and a folder with tasks', () =>
  withVault(vault, async ({ call }) => {
    const { results } = await call('search_notes', { query: 'from -in:projects -in:öl -type:PROJECTS' })
    expect(column(results, 'id').toSorted()).toEqual(['Lower/d.md', 'lower/c.md'])
    const { todos, directories } = await call('get_todos', { directories: ['projects'] })
    expect([column(todos, 'task_text'), directories]).toEqual([['Task b'], ['Projects']])
  }))

test('not changed since a day leaves out what is of that day', () =>
  withVault(
    { 'a.md': '---\nupdated: 2026-01-30\n---\n', 'b.md': '---\nupdated: 2026-01-31\n---\n' },
    async ({ call }) => {
      const { results } = await call('search_notes_advanced', { updated_before: '2026-01-31' })
      expect(column(results, 'id')).toEqual(['a.md'])
    },
  ))
