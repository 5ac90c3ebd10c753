import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addInboxItem, removeInboxItems, renderInboxItem } from '../../src/markdown/edit/edit-inbox.ts'
import { readInbox } from '../../src/markdown/read/read-inbox.ts'
import { times } from '../support/long.ts'
import { textOfRows } from '../support/text-of-rows.ts'

test.each([
  ['- a\nlazy\n- b', ['a\nlazy', 'b']],
  ['- a\n\n  b\n\nc', ['a\n\nb']],
  ['- \nmine\n\n-\r\nmine\n- a\n  -\nmine', ['', '', 'a\n-']],
  ['-\n  a\nlazy', ['a\nlazy']],
  ['- a\n# H\n- b', ['a', 'b']],
  ['```\n- no\n```\n- yes', ['yes']],
  ['---\ntags:\n- no\n---\n- yes', ['yes']],
  ['\ufeff- a\r\n\t- b\r\n+ c', ['a\n- b', 'c']],
  ['---\n- - -\n***\n- a', ['a']],
  ['Title\n-\n\n- a\n-', ['a', '']],
  ['Two\n  lines\n- \r\n-\n- b', ['', 'b']],
  ['# H\n-\n\nx\n\n    code\n-\n> q\n-', ['', '', '']],
  ['text\n1. no\n> - no', []],
  ['- 2026-01-02 a\n- 2026-01-02T10:00 b\n- 2026-01-02x', ['a', 'b', '2026-01-02x']],
])('%j has the items %j', (text, items) => {
  expect(readInbox(text).map((item) => item.text)).toEqual(items)
})

const row = fc.constantFrom(
  '# Inbox',
  '- 2026-01-02 03:04 a',
  '* b',
  '  more',
  'text',
  '',
  '```\n- c\n```',
  '> q',
  '\t- d',
  '-',
  '| t |',
)
const inbox = textOfRows(row, ['', '\ufeff', '---\na: [1]\n---\n'])
const thought = fc
  .array(
    fc.constantFrom(
      'word',
      '- list',
      '# h',
      '```',
      '  indented',
      '',
      '> q',
      '[ ] t',
      '2026-01-01 00:00 x',
      '1. n',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) => rows.join('\n').trim())
  .filter((text) => text !== '')

test('what is captured comes back as the last item, and all that was there is there as it was', () => {
  fc.assert(
    fc.property(inbox, thought, (text, captured) => {
      const item = renderInboxItem(captured, '2026-03-01 09:05')
      const after = addInboxItem(text, { item })?.text ?? ''
      expect(after.startsWith(text)).toBe(true)
      const items = readInbox(after)
      expect(items.slice(0, -1).map((item) => item.text)).toEqual(readInbox(text).map((item) => item.text))
      expect(items.at(-1)).toMatchObject({ text: captured, timestamp: '2026-03-01 09:05' })
      // Taking it out again leaves what was there, but for the line break that it needed.
      const back = removeInboxItems(after, { items: items.slice(-1) })
      expect(back.trimEnd()).toBe(text.trimEnd())
    }),
    { seed: 20260305, numRuns: times(600, 3_000) },
  )
})

test('removing an item leaves the others and every line that is no item’s', () => {
  fc.assert(
    fc.property(inbox, fc.nat(), (text, pick) => {
      const items = readInbox(text)
      fc.pre(items.length > 0)
      const index = pick % items.length
      const item = items[index]!
      const after = removeInboxItems(text, { items: [item] })
      const nonBlank = (some: string) =>
        some
          .replace('\ufeff', '')
          .split('\n')
          .filter((line) => line.trim() !== '')
      const cut = text.slice(0, item.range.start) + text.slice(item.range.end)
      expect(nonBlank(after)).toEqual(nonBlank(cut))
    }),
    { seed: 20260306, numRuns: times(600, 3_000) },
  )
})
