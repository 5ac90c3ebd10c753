import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

test('what a note links to, in its order, broken links as they are', () =>
  withVault(linkVault, async ({ call }) => {
    expect(await call('get_links', { identifier: 'hub' })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      id: 'hub.md',
      links: [
        { path: 'sub/spoke.md', title: 'Spoke', line_number: 7 },
        { path: 'sub/spoke.md', title: 'Spoke', line_number: 7, heading: 'Part' },
        { path: null, title: 'missing', line_number: 7, broken: true },
        { path: 'map.png', title: 'map.png', line_number: 7 },
        { path: 'hub.md', title: 'Hub', line_number: 9, heading: 'Own part' },
      ],
      total: 5,
      has_more: false,
    })
  }))

test('by pages, and none for a note without links', () =>
  withVault({ ...linkVault, 'plain.md': 'x' }, async ({ call }) => {
    const first = await call('get_links', { identifier: 'hub', limit: 2 })
    expect(first).toMatchObject({ total: 5, has_more: true })
    const rest = await call('get_links', { identifier: 'hub', limit: 3, cursor: first.next_cursor })
    expect(rest.links).toHaveLength(3)
    expect(await call('get_links', { identifier: 'plain' })).toMatchObject({
      links: [],
      total: 0,
      has_more: false,
    })
  }))
