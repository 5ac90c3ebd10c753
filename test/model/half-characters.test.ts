import { expect, test } from 'vitest'
import { withoutHalfCharacters } from '../../src/model/half-characters.ts'

test.each([
  ['half \ud83d', 'half \ufffd'],
  ['\udc00\ud800\ud800', '\ufffd\ufffd\ufffd'],
  ['whole 😀', 'whole 😀'],
  // Written out, as in a note on Unicode, and with a backslash before it.
  [String.raw`\ud83d`, String.raw`\ud83d`],
  ['\\\ud83d', '\\\ufffd'],
  [String.raw`\\ud83d` + '\ud83d', String.raw`\\ud83d` + '\ufffd'],
])('JSON has U+FFFD for half a character (%j)', (text, told) => {
  expect(JSON.parse(withoutHalfCharacters(JSON.stringify({ text })))).toEqual({ text: told })
})
