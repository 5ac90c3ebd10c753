import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

// The person's clock shows this, wherever the test runs.
const now = () => new Date(2026, 2, 1, 9, 5)

test('a thought comes at the end of the inbox with the time; the result says what and how many', () =>
  withVault(
    { 'inbox.md': lines('# Inbox', '', '- 2026-02-01 10:00 Older') },
    async ({ call, read }) => {
      const result = await call('capture_to_inbox', { text: ' Call Ada ' })
      const after = lines('# Inbox', '', '- 2026-02-01 10:00 Older', '- 2026-03-01 09:05 Call Ada')
      expect(await read('inbox.md')).toBe(after)
      expect(result).toEqual({
        vault: { id: 'main', name: 'The main vault', is_current: true },
        id: 'inbox.md',
        path: 'inbox.md',
        appended_line: '- 2026-03-01 09:05 Call Ada',
        inbox_item_count: 2,
        content_hash: hashOf(after),
        change_id: expect.any(String),
        diff: expect.stringContaining('+- 2026-03-01 09:05 Call Ada'),
        lines_changed: '+1 -0',
      })
    },
    { now },
  ))

test('the inbox is made where it is not there, and found where it is written otherwise', () =>
  withVault(
    {},
    async ({ call, read }) => {
      await call('capture_to_inbox', { text: 'One' })
      expect(await read('inbox.md')).toBe(lines('# Inbox', '', '- 2026-03-01 09:05 One'))
    },
    { now },
  ).then(() =>
    withVault(
      { 'Inbox.md': 'Mine' },
      async ({ call, read }) => {
        expect((await call('capture_to_inbox', { text: 'One' })).path).toBe('Inbox.md')
        expect(await read('Inbox.md')).toBe('Mine\n\n- 2026-03-01 09:05 One\n')
      },
      { now },
    ),
  ))

test('several lines stay one item', () =>
  withVault(
    { 'inbox.md': '- a\r\n' },
    async ({ call, read }) => {
      await call('capture_to_inbox', { text: 'Buy\n- [ ] milk\n\n# eggs' })
      await call('capture_to_inbox', { text: '```js\nopen' })
      expect(await read('inbox.md')).toBe(
        [
          '- a',
          '- 2026-03-01 09:05 Buy',
          '  - [ ] milk',
          '',
          '  # eggs',
          '- 2026-03-01 09:05',
          '  ```js',
          '  open',
          '',
        ].join('\r\n'),
      )
      expect((await call('get_inbox')).items).toMatchObject([
        { text: 'a' },
        { text: 'Buy\n- [ ] milk\n\n# eggs' },
        { text: '```js\nopen' },
      ])
    },
    { now },
  ))

test('many at once all arrive', () =>
  withVault({}, async ({ call }) => {
    const texts = Array.from({ length: 10 }, (_, n) => `Thought ${n}`)
    await Promise.all(texts.map((text) => call('capture_to_inbox', { text })))
    const { items } = await call('get_inbox')
    expect(items.map((item: { text: string }) => item.text).sort()).toEqual(texts)
  }))

describe('what is refused leaves every byte', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['nothing', '', '- a\n', 'INVALID_ARGUMENT'],
    ['blanks', ' \n', '- a\n', 'INVALID_ARGUMENT'],
    ['a NUL', 'a\0b', '- a\n', 'INVALID_ARGUMENT'],
    ['an inbox that ends in open code', 'x', '```\ncode\n', 'CONFLICT'],
  ]
  test.each(cases)('%s', (_what, text, inbox, code) =>
    withVault({ 'inbox.md': inbox }, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      expect((await call('capture_to_inbox', { text })).error).toMatchObject({
        code,
        hint: expect.any(String),
      })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }),
  )
})
