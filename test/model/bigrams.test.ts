import { expect, test } from 'vitest'
import { cutAtScripts, indexedBigramsOf, isScriptBorder } from '../../src/model/bigrams.ts'

test('a word is cut where a script without spaces or Hangul touches another', () => {
  expect(cutAtScripts('2024年のPython')).toEqual(['2024', '年の', 'Python'])
  expect(cutAtScripts('Python을')).toEqual(['Python', '을'])
  expect(cutAtScripts('ใช้Pythonเขียน')).toEqual(['ใช้', 'Python', 'เขียน'])
  expect(cutAtScripts('Straße2')).toEqual(['Straße2'])
  expect(isScriptBorder('n', '을')).toBe(true)
  expect(isScriptBorder('ﾊ', 'ﾝ')).toBe(false)
  expect(isScriptBorder('n', '2')).toBe(false)
})

test('words that touch a script without spaces are indexed beside its pairs, and others are not', () => {
  expect(indexedBigramsOf('全文をflintで and more')).toEqual(['全文 文を を', 'で', 'flint'])
  expect(indexedBigramsOf('ﾊﾞｽ')).toEqual(['ﾊﾞ ﾞｽ ｽ'])
  expect(indexedBigramsOf('Straße 2024')).toEqual([])
})
