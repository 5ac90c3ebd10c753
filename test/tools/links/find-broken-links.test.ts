import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

test('links whose target does not exist, with their note and line', () =>
  withVault(linkVault, async ({ call }) => {
    const result = await call('find_broken_links')
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      broken_links: [expect.anything(), expect.anything()],
      total: 2,
      has_more: false,
    })
    expect(result.broken_links[1]).toEqual({
      id: expect.any(Number),
      source_note_id: 'sub/loner.md',
      target_note_id: null,
      target_title: 'missing',
      link_text: 'gone',
      line_number: 7,
      created: '2026-01-01T00:00:00Z',
      context: 'The Spoke is named here, spokes are not. [[missing|gone]]',
    })
  }))

test('by pages, in a fixed order', () =>
  withVault(linkVault, async ({ call }) => {
    const first = await call('find_broken_links', { limit: 1 })
    expect(first.has_more).toBe(true)
    const second = await call('find_broken_links', { limit: 1, cursor: first.next_cursor })
    expect(column([...first.broken_links, ...second.broken_links], 'source_note_id')).toEqual([
      'hub.md',
      'sub/loner.md',
    ])
  }))
