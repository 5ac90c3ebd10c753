import { expect, test } from 'vitest'
import { composed } from '../../src/model/composed.ts'

test('words are composed, but for those in Latin script', () => {
  for (const word of ['музей', 'άνθρωπος', '한국어', 'がっこう', 'آب', 'क़लम', '𝒳 ёлка'])
    expect(composed(word.normalize('NFD'))).toBe(word.normalize('NFC'))
  for (const text of ['café', 'cafe\u0301', 'plain', '', '日本語', 'e\u0301', '– „so“'])
    expect(composed(text)).toBe(text)
  expect(composed('cafe\u0301 музеи\u0306, x\n')).toBe('cafe\u0301 музей, x\n')
})
