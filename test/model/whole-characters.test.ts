import { expect, test } from 'vitest'
import { beginning, shorten } from '../../src/model/whole-characters.ts'

test('a text is never cut in the middle of a character', () => {
  expect(beginning('a😀😀', 4)).toBe('a😀')
  expect(beginning('a😀😀', 5)).toBe('a😀😀')
  expect(shorten('a😀😀', 4)).toBe('a😀…')
  expect(shorten('a😀😀', 5)).toBe('a😀😀')
})
