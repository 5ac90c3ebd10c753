import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { estimateTokens, pieceCounter } from '../../src/embed/count-tokens.ts'
import { embeddedModelFolder } from '../../src/embed/embedded-model.ts'
import { readVocabulary } from '../../src/embed/unigram-tokenizer.ts'
import { splitWindows } from '../../src/embed/token-reader.ts'
import { UnigramTokenizer } from '../../src/embed/unigram-tokenizer.ts'

const file = join(embeddedModelFolder, 'vocabulary.json')
const vocabulary = readVocabulary(readFileSync(file, 'utf8'))
const tokenizer = new UnigramTokenizer(vocabulary)
const piecesOf = (text: string) => tokenizer.encode(text).map((id) => vocabulary[id]?.[0])

test.each([
  ['Sow the tomatoes in March.', [211, 202, 9, 10, 6125, 112, 15, 1703, 6]],
  ['a :) b', [11, 658, 464]],
  ['日本 x', [30, 0, 649]],
  ['ﬁne Café', [839, 823, 209, 1133]],
  ['', []],
  [' \n\t ', []],
])('%j has the tokens that the original tokenizer gives', (text, ids) => {
  expect(tokenizer.encode(text)).toEqual(ids)
})

test('line breaks and rows of spaces count as one space', () => {
  expect(tokenizer.encode('  two   lines\nhere ')).toEqual(tokenizer.encode('two lines here'))
})

test('the pieces of a text are the text again', () => {
  const word = fc.stringMatching(/^[a-zA-Z.,]{1,40}$/)
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const joined = piecesOf(words.join(' ')).join('')
      expect(joined).toBe(words.map((one) => `\u2581${one}`).join(''))
    }),
  )
})

test('any text has tokens, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tokenizer.encode(text).every((id) => id >= 0 && id < vocabulary.length)).toBe(true)
    }),
  )
  // Within the limit of a test, which time that grows with the square of the length would exceed.
  expect(tokenizer.encode('x7Qa'.repeat(25_000)).length).toBeGreaterThan(0)
})

test('the estimate for other models is never below the number of words', () => {
  expect(estimateTokens('Sow the tomatoes in March.')).toBe(7)
  expect(estimateTokens('漢字かな')).toBe(4)
  expect(estimateTokens('')).toBe(0)
})

test('without a vocabulary tokens are estimated', () => {
  expect(pieceCounter('/nowhere/vocabulary.json')('one two')).toBe(2)
})

test('windows are as few as can be and about equally long', () => {
  const tokens = Array.from({ length: 300 }, (_, index) => index)
  const windows = splitWindows(tokens, 128)
  expect(windows.map(({ length }) => length)).toEqual([100, 100, 100])
  expect(windows.flat()).toEqual(tokens)
  expect(splitWindows([], 128)).toEqual([[]])
  expect(splitWindows(tokens.slice(0, 128), 128)).toHaveLength(1)
})
