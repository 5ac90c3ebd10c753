import { describe, expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

const inbox = lines('# Inbox', '', '- 2026-02-01 10:00 One', '', '- Two', '  more', '- Three', '', 'Notes.')

test('one item goes with its lines and the blank ones after it; all else stays', () =>
  withVault({ 'inbox.md': inbox }, async ({ call, read }) => {
    const result = await call('clear_inbox_item', { index: 0, text: 'One', confirm: true })
    expect(await read('inbox.md')).toBe(lines('# Inbox', '', '- Two', '  more', '- Three', '', 'Notes.'))
    expect(result).toMatchObject({
      path: 'inbox.md',
      removed_text: 'One',
      removed_count: 1,
      remaining_count: 2,
      change_id: expect.any(String),
      diff: expect.stringContaining('-- 2026-02-01 10:00 One'),
    })
    await call('clear_inbox_item', { index: 1, confirm: true })
    expect(await read('inbox.md')).toBe(lines('# Inbox', '', '- Two', '  more', '', 'Notes.'))
  }))

test('the line that capture_to_inbox returned is a text, too', () =>
  withVault({}, async ({ call }) => {
    const { appended_line: text } = await call('capture_to_inbox', { text: 'Once\nmore' })
    const result = await call('clear_inbox_item', { index: 0, text, confirm: true })
    expect(result).toMatchObject({ removed_text: 'Once\nmore', remaining_count: 0 })
  }))

test('all clears every item and leaves the rest', () =>
  withVault({ 'inbox.md': inbox }, async ({ call, read }) => {
    const result = await call('clear_inbox_item', { all: true, confirm: true })
    expect(await read('inbox.md')).toBe(lines('# Inbox', '', '', 'Notes.'))
    expect(result).toMatchObject({
      removed_text: 'One\nTwo\nmore\nThree',
      removed_count: 3,
      remaining_count: 0,
    })
    expect((await call('clear_inbox_item', { all: true, confirm: true })).change_id).toBeUndefined()
  }))

test.each(['-', '- ', '*\t'])('a paragraph under the empty bullet %j stays', (bullet) =>
  withVault({ 'inbox.md': `${bullet}\nMine.\n\n- One\n` }, async ({ call, read }) => {
    const result = await call('clear_inbox_item', { all: true, confirm: true })
    expect(result).toMatchObject({ removed_count: 2, remaining_count: 0 })
    expect(await read('inbox.md')).toBe('Mine.\n\n')
  }),
)

test.each([
  ['Text\n- a\n- b\n---\nx\n', [0, 1], 'Text\n\n---\nx\n'],
  ['Text\r\n- a\r\n---\r\n', [0], 'Text\r\n\r\n---\r\n'],
  ['Text\n\n- a\n- b\n---\n', [0, 1], 'Text\n\n---\n'],
])('%j: what stood above an item is no heading without it', (text, indexes, after) =>
  withVault({ 'inbox.md': text }, async ({ call, read }) => {
    await call('clear_inbox_item', { indexes, confirm: true })
    expect(await read('inbox.md')).toBe(after)
  }),
)

test('without confirm nothing happens but that one hears what would', () =>
  withVault({ 'inbox.md': inbox }, async ({ call, read }) => {
    const one = await call('clear_inbox_item', { index: 1 })
    expect(one.error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', would: expect.stringContaining('Two') })
    const all = await call('clear_inbox_item', { all: true })
    expect(all.error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      would: expect.stringContaining('All 3'),
    })
    expect(await read('inbox.md')).toBe(inbox)
  }))

describe('what is refused leaves every byte', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['an index that now is another item', { index: 1, text: 'One' }, 'CONFLICT'],
    ['a part of the text', { index: 0, text: 'On' }, 'CONFLICT'],
    ['an index beyond the last', { index: 3 }, 'NOT_FOUND'],
    ['a negative index', { index: -1 }, 'INVALID_ARGUMENT'],
    ['neither index nor all', {}, 'INVALID_ARGUMENT'],
    ['index and all', { index: 0, all: true }, 'INVALID_ARGUMENT'],
    ['text and all', { text: 'One', all: true }, 'INVALID_ARGUMENT'],
  ]
  test.each(cases)('%s', (_what, args, code) =>
    withVault({ 'inbox.md': inbox }, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      for (const confirm of [true, false]) {
        const { error } = await call('clear_inbox_item', { ...args, confirm })
        expect(error).toMatchObject({ code, hint: expect.any(String) })
      }
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }),
  )

  test('a moved item is named with its index now', () =>
    withVault({ 'inbox.md': inbox }, async ({ call }) => {
      const { error } = await call('clear_inbox_item', { index: 1, text: 'One', confirm: true })
      expect(error).toMatchObject({ found_text: 'Two\nmore', found_at: [0] })
    }))
})

test('the first line is enough where no other item begins so', () =>
  withVault({ 'inbox.md': lines('- Two', '  more', '- One', '- One', '  and more') }, async ({ call }) => {
    const twice = await call('clear_inbox_item', { index: 1, text: 'One and', confirm: true })
    expect(twice.error.code).toBe('CONFLICT')
    const alike = await call('clear_inbox_item', { index: 2, text: 'One', confirm: true })
    expect(alike.error.code).toBe('CONFLICT')
    const result = await call('clear_inbox_item', { index: 0, text: 'Two', confirm: true })
    expect(result.removed_text).toBe('Two\nmore')
  }))
