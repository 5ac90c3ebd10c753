import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WordTable } from '../../../src/embed/own/word-table.ts'

const codes = (text: string) => Uint16Array.from(text, (character) => character.charCodeAt(0))

const word = fc.stringMatching(/^[a-z]{1,40}$/)

test('a word is found where it stands in a text, and no other is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 600 }), word, (words, other) => {
      const table = new WordTable()
      for (const [at, each] of words.entries()) expect(table.add(codes(each), 0, each.length)).toBe(at)
      expect(table.size).toBe(words.length)
      for (const [at, each] of words.entries()) {
        const text = codes(`${other} ${each} ${other}`)
        expect(table.find(text, other.length + 1, other.length + 1 + each.length)).toBe(at)
        expect(table.wordOf(at)).toBe(each)
      }
      if (!words.includes(other)) expect(table.find(codes(other), 0, other.length)).toBe(-1)
    }),
  )
})
