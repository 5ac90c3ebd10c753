import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { type Json, withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

test('every link from another note, with its line and text', () =>
  withVault(linkVault, async ({ call }) => {
    const excerpt = 'To [[Spoke|the spoke]], [[spoke#Part]], [[missing]] and ![[map.png]].'
    const link = { id: 'hub.md', path: 'hub.md', title: 'Hub', line_number: 7, excerpt }
    expect(await call('get_backlinks', { identifier: 'Radius' })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      id: 'sub/spoke.md',
      backlinks: [
        { ...link, link_text: 'the spoke' },
        { ...link, link_text: null },
      ],
      total: 2,
      has_more: false,
    })
  }))

test('a link into the own note is none; a note that nobody links to has none', () =>
  withVault(linkVault, async ({ call }) => {
    expect(column((await call('get_backlinks', { path: 'hub.md' })).backlinks, 'id')).toEqual([
      'sub/spoke.md',
    ])
    expect(await call('get_backlinks', { identifier: 'Loner' })).toMatchObject({ backlinks: [], total: 0 })
  }))

test('a link heals when its target appears, and breaks when it goes', () =>
  withVault(linkVault, async ({ call }) => {
    await call('create_note', { title: 'missing', directory: '' })
    expect(column((await call('get_backlinks', { identifier: 'missing' })).backlinks, 'id')).toEqual([
      'hub.md',
      'sub/loner.md',
    ])
    await call('delete_note', { identifier: 'missing.md', mode: 'permanent', confirm: true })
    expect((await call('find_broken_links')).total).toBe(2)
  }))

test('plain mentions follow the links: of title, file name and aliases, in running text alone', () =>
  withVault(
    {
      'notes/tea.md': '---\ntitle: Green tea\naliases: [Sencha, 緑茶]\n---\nOwn green tea.\n',
      'a.md':
        'A [[Green tea]] here, green tea too.\nThen GREEN TEA, sencha and `green tea`.\n\n    green tea\n',
      'b.md': 'Evergreen teapot, a teahouse; 毎日緑茶を飲む\n',
      'c.md': '%% green tea %% <!-- sencha --> https://x.example/tea [Tea](x.md) #tea\n',
      'd.md': 'Some tea.\n',
    },
    async ({ call }) => {
      const ask = { identifier: 'Green tea', include_unlinked: true }
      const all = await call('get_backlinks', ask)
      expect(all).toMatchObject({ total: 4, linked_total: 1, unlinked_total: 3 })
      expect(all.backlinks).toMatchObject([
        { id: 'a.md', line_number: 1 },
        { id: 'a.md', line_number: 2, unlinked: true, excerpt: 'Then GREEN TEA, sencha and `green tea`.' },
        { id: 'b.md', line_number: 1, unlinked: true },
        { id: 'd.md', line_number: 1, unlinked: true, link_text: null },
      ])
      expect(all.backlinks[0]).not.toHaveProperty('unlinked')
      const first = await call('get_backlinks', { ...ask, limit: 2 })
      const second = await call('get_backlinks', { ...ask, limit: 2, cursor: first.next_cursor })
      expect([...first.backlinks, ...second.backlinks]).toEqual(all.backlinks)
      expect((await call('get_backlinks', { identifier: 'Green tea' })).total).toBe(1)
    },
  ))

test('a definition below its own wikilink is not told apart from it', () =>
  withVault(
    {
      'a.md': '# A\n',
      'foam.md': 'See [[a]].\n\n[a]: a.md "A"\n',
      'other.md': 'See [this][x] and [[a]].\n\n[x]: a.md\n',
    },
    async ({ call }) => {
      const { backlinks, total } = await call('get_backlinks', { identifier: 'a.md' })
      expect(backlinks.map(({ id, line_number }: Json) => [id, line_number])).toEqual([
        ['foam.md', 1],
        ['other.md', 1],
        ['other.md', 3],
      ])
      expect(total).toBe(3)
      const trial = await call('delete_note', { identifier: 'a.md', dry_run: true })
      expect(trial.backlinks).toHaveLength(3)
    },
  ))
