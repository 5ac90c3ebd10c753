import { expect, test } from 'vitest'
import { whyNotEdited } from '../../../src/page/calls/why-not-edited.ts'

const open = { config: { permissions: { write: 'allow' } }, condition: { readOnly: null } }
const whyNot = (text: string) =>
  whyNotEdited(open as unknown as Parameters<typeof whyNotEdited>[0], { text, isUtf8: true, cutFrom: null })

test.each([
  ['many lines', 'a\n'.repeat(2_499_000)],
  ['quotes', '"'.repeat(4_998_000)],
  ['characters of three bytes', '語'.repeat(1_666_000)],
])('a note of nearly 5 MB is written in: %s', (_, text) => {
  expect(whyNot(text)).toBe(null)
  expect(whyNot(`${text}${'a'.repeat(5_000)}`)).toContain('the page saves texts of up to 5 MB')
})
