import { expect, test } from 'vitest'
import { withVault, withVaults } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('all tags, inline and in frontmatter, the most used first', () =>
  withVault(sampleVault, async ({ call }) => {
    expect(await call('get_tags')).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      mode: 'all',
      tags: [
        { tag: 'winter', count: 2 },
        { tag: 'soup', count: 1 },
        { tag: 'soup/hot', count: 1 },
      ],
      total: 3,
      has_more: false,
    })
  }))

test('filter is the start of a tag, whatever its case', () =>
  withVault(sampleVault, async ({ call }) => {
    for (const filter of ['so', '#So', 'soup'])
      expect((await call('get_tags', { filter })).tags.map(({ tag }: { tag: string }) => tag)).toEqual([
        'soup',
        'soup/hot',
      ])
    expect(await call('get_tags', { filter: 'zz' })).toMatchObject({ tags: [], total: 0 })
  }))

test('tag lists the notes that bear it or one below it', () =>
  withVault(sampleVault, async ({ call }) => {
    const result = await call('get_tags', { tag: '#winter' })
    expect(result).toMatchObject({ mode: 'by_tag', total: 2 })
    expect(result.tags).toEqual(
      expect.arrayContaining([
        { tag: 'winter', id: 'journal.md', title: 'Journal' },
        { tag: 'winter', id: 'recipes/leek-soup.md', title: 'Leek soup' },
      ]),
    )
    expect((await call('get_tags', { tag: 'soup' })).total).toBe(1)
  }))

test('pages follow one another', () => {
  const body = Array.from({ length: 30 }, (_, n) => `#tag${String(n).padStart(2, '0')}`).join(' ')
  return withVault({ 'a.md': body }, async ({ call }) => {
    const first = await call('get_tags', { limit: 20 })
    expect(first).toMatchObject({ total: 30, has_more: true })
    const second = await call('get_tags', { limit: 20, cursor: first.next_cursor })
    expect([...first.tags, ...second.tags]).toHaveLength(30)
    expect(second.has_more).toBe(false)
  })
})

test('tags of several vaults are one list, the most used first', () =>
  withVaults({ one: { 'a.md': '#rare' }, two: { 'a.md': '#often', 'b.md': '#often' } }, async ({ call }) => {
    const { tags, vaults } = await call('get_tags', { vault_id: '*' })
    expect(vaults).toHaveLength(2)
    expect(tags).toEqual([
      { vault_id: 'two', tag: 'often', count: 2 },
      { vault_id: 'one', tag: 'rare', count: 1 },
    ])
  }))

test('a slash at the end of a tag says nothing, in a note and in a question', () =>
  withVault({ 'a.md': '---\ntags: [x/y/, /]\n---\n', 'b.md': '#x/y/ #x/y\n' }, async ({ call, read }) => {
    expect((await call('get_tags')).tags).toEqual([{ tag: 'x/y', count: 2 }])
    expect((await call('get_tags', { tag: 'x/' })).total).toBe(2)
    await call('rename_tag', { from: 'x/y', to: 'z' })
    expect(await read('a.md')).toBe('---\ntags: [z/, /]\n---\n')
    await call('update_tags', { identifier: 'a.md', remove_tags: ['z'] })
    expect(await read('a.md')).toBe('---\ntags: [/]\n---\n')
  }))
