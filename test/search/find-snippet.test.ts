import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSnippet, stemsOf } from '../../src/search/find-snippet.ts'
import { parseQuery } from '../../src/search/parse-query.ts'

const find = (body: string, query: string) => findSnippet(body, stemsOf(parseQuery(query).terms))

test('the first line with the most of the words is shown', () => {
  const body = 'A red house.\n\nA green door.\nA green house, red door.\nA red green house.\n'
  expect(find(body, 'red green house')).toEqual({ text: 'A green house, red door.', line: 3 })
  expect(find(body, 'green')).toEqual({ text: 'A green door.', line: 2 })
})

test('case, accents and endings do not count', () => {
  expect(find('one\nDie Café-Gärten\n', 'cafe garten').line).toBe(1)
  expect(find('one\nThey were running.\n', 'Runnings')).toEqual({ text: 'They were running.', line: 1 })
})

test('letters that take another length without their accents do not shift the line', () => {
  expect(find('İİİ ﬁ é\u0301\n\nÅngström İ\nzebra\n', 'zebra')).toEqual({ text: 'zebra', line: 3 })
})

test('where no line has a word, or none is asked for, the first that is not empty is shown', () => {
  expect(find('\n  \n\tbegins here\nand goes on', 'zebra')).toEqual({ text: 'begins here', line: 2 })
  expect(find('begins here\r\nand goes on', '')).toEqual({ text: 'begins here', line: 0 })
  expect(find(' \n', 'zebra')).toEqual({ text: '', line: 0 })
  expect(find('', 'zebra')).toEqual({ text: '', line: 0 })
})

test('a long line is cut around the first of its words', () => {
  const { text } = find(`${'x '.repeat(300)}zebra ${'y '.repeat(300)}`, 'zebra')
  expect(text).toMatch(/^….*zebra.*…$/)
  expect(text.length).toBeLessThanOrEqual(242)
})

test('it is the line that looking at one after the other finds', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', 'İ', '\r'), maxLength: 6 })
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'e'), minLength: 1, maxLength: 3 }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), words, (lines, stems) => {
      const counts = lines.map((text) => stems.filter((stem) => fold(text).includes(stem)).length)
      const most = Math.max(0, ...counts)
      const isMeant = (text: string, index: number) => counts[index] === most && text.trim() !== ''
      const expected = lines.findIndex(isMeant)
      const { text, line: found } = findSnippet(lines.join('\n'), stems)
      expect(found).toBe(Math.max(0, expected))
      expect(text).toBe((lines[expected] ?? '').trim())
    }),
  )
})

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}
