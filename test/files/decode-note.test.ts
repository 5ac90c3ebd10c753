import { expect, test } from 'vitest'
import { decodeNote } from '../../src/files/decode-note.ts'

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('Grüße 你好'), 'Grüße 你好'],
  ['UTF-8', Buffer.from('\uFEFFmit Marke'), '\uFEFFmit Marke'],
  ['UTF-16', utf16('Grüße 你好'), '\uFEFFGrüße 你好'],
  ['UTF-16', utf16('Grüße 你好').swap16(), '\uFEFFGrüße 你好'],
  ['Windows-1252', Buffer.from('Gr\xfc\xdfe \x84K\xf6ln\x93', 'latin1'), 'Grüße „Köln“'],
  // A text of UTF-8 with a damaged byte.
  [null, Buffer.from('Gr\xc3\xbc\xdfe', 'latin1'), 'Grü\uFFFDe'],
  [null, Buffer.from('\x89PNG\0\0', 'latin1'), '\uFFFDPNG\0\0'],
] as const)('bytes are read as %s (%#)', (encoding, bytes, text) => {
  expect(decodeNote(bytes)).toEqual({ text, encoding })
})

test('a character that is cut off at the end of a beginning is no other encoding', () => {
  const bytes = Buffer.from('Grü').subarray(0, 3)
  expect(decodeNote(bytes, true)).toEqual({ text: 'Gr', encoding: 'UTF-8' })
  expect(decodeNote(bytes)).toMatchObject({ encoding: 'Windows-1252' })
})
