import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'
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
