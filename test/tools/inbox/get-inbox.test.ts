import { expect, test } from 'vitest'
import { hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

test('items come with index, time, text and line, as they are on disk', () =>
  withVault({}, async ({ call, write, read }) => {
    await write('inbox.md', lines('# Inbox', 'Notes.', '- 2026-02-01 10:00 One', '', '* [ ] Two', '  more'))
    expect(await call('get_inbox')).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      path: 'inbox.md',
      content_hash: hashOf(await read('inbox.md')),
      items: [
        { index: 0, timestamp: '2026-02-01 10:00', text: 'One', line_number: 3 },
        { index: 1, timestamp: null, text: '[ ] Two\nmore', line_number: 5 },
      ],
      total_count: 2,
      total: 2,
      has_more: false,
    })
  }))

test('without an inbox there are none, and none is made', () =>
  withVault({ 'a.md': 'A\n' }, async ({ call, read }) => {
    expect(await call('get_inbox')).toMatchObject({ items: [], total_count: 0 })
    await expect(read('inbox.md')).rejects.toThrow()
  }))

test('pages go on with the index', () =>
  withVault({ 'inbox.md': '- a\n- b\n- c\n' }, async ({ call }) => {
    const first = await call('get_inbox', { limit: 2 })
    expect(first).toMatchObject({ total: 3, has_more: true })
    const { items } = await call('get_inbox', { limit: 2, cursor: first.next_cursor })
    expect(items).toMatchObject([{ index: 2, text: 'c' }])
  }))
