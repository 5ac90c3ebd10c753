import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSnippet } from '../../src/search/find-snippet.ts'
import { shownStemsOf } from '../../src/search/word-stems.ts'
import { parseQuery } from '../../src/search/parse-query.ts'

const find = (body: string, query: string) => findSnippet(body, shownStemsOf(parseQuery(query).terms))

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

test('a heading of the first level is shown only where no other line has a word', () => {
  expect(find('# Borealis launch\n\nIntro.\nTo launch in May.\n', 'borealis launch')).toEqual({
    text: 'To launch in May.',
    line: 3,
  })
  expect(find('# Borealis\n\nIntro.\n', 'borealis').text).toBe('# Borealis')
  expect(find('## Borealis launch\n\nTo launch in May.\n', 'borealis launch').line).toBe(0)
})

test('a long line is cut around the first of its words', () => {
  const { text } = find(`${'x '.repeat(300)}zebra ${'y '.repeat(300)}`, 'zebra')
  expect(text).toMatch(/^….*zebra.*…$/)
  expect(text.length).toBeLessThanOrEqual(242)
})

test('a word is not found in the middle of another, nor where another begins so', () => {
  const body = 'This is important.\nAn antique, and 12345.\nThe ant sat on 123.\nAnts.\n'
  expect(find(body, 'ant')).toEqual({ text: 'The ant sat on 123.', line: 2 })
  expect(find(body, '123').line).toBe(2)
  expect(find('parties\nthe arts of war\n', 'art').line).toBe(1)
  expect(find('unrunning\nrunnings\n', 'running').line).toBe(1)
})

test('a word ends where another script begins', () => {
  expect(find('xpython\n\n今日はpythonで書く\n', 'Python').line).toBe(2)
  expect(find('x\nGitHub저장소를\n', '저장소').line).toBe(1)
})

test('a line with the word goes before one that shares a beginning with it, and so does a place', () => {
  expect(find('The contrast was high.\n\nWe signed the contract.\n', 'contract').line).toBe(2)
  expect(find('First the contrast came.\n\nThen the contracts.\n', '"contract"').line).toBe(2)
  expect(find('Berlitz\nmedical planes\nBerlin, the planet, medicine\n', 'berlin planet medicine').line).toBe(
    2,
  )
  expect(find('a part\ntwo parties\n', 'party').line).toBe(1)
  expect(find('possess\nthe possibility\n', 'possible').line).toBe(1)
  expect(find('runner\nthey run\n', 'running').line).toBe(1)
  const long = find(
    `${'x '.repeat(300)}the contrast ${'y '.repeat(300)}a contract ${'z '.repeat(300)}`,
    'contract',
  )
  expect(long.text).toContain('a contract')
})

test('of lines with as many of the words, the one with more of their beginnings is shown', () => {
  expect(find('the end\nthe authors\n', 'the authorities').line).toBe(1)
  expect(find('authors and authoring\nthe end\n', 'the authorities authoring').line).toBe(0)
  expect(find('nothing\nauthors\n', 'authorities').line).toBe(1)
})

test('a word of a letter or two is looked for, too', () => {
  expect(find('Is it?\n\nThat am I.\n', 'i')).toEqual({ text: 'That am I.', line: 2 })
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const words = [...letters, ...letters.flatMap((one) => letters.map((other) => one + other))]
  const looked = words.flatMap((text) => shownStemsOf([{ text, kind: 'word' }]))
  expect(looked.filter(({ text }) => text === '')).toEqual([])
})

test('beginnings of words, and parts where nothing else is there, are shown', () => {
  expect(find('the sea\na seashore\n', 'seas*')).toEqual({ text: 'a seashore', line: 1 })
  expect(find('one\nunbelievable\n', 'believ')).toEqual({ text: 'unbelievable', line: 1 })
})

test('scripts without spaces have words anywhere in a line', () => {
  expect(find('一つ\n日本語の全文検索です\n', '検索').line).toBe(1)
  expect(find('하나\n사자왕국에서는\n', '사자왕국').line).toBe(1)
})

test('a line is cut where most of the words stand, whatever it is written in', () => {
  const far = `${'axolotl '.padEnd(600, 'x y ')}axolotl, newt, frog ${'z '.repeat(200)}`
  expect(find(far, 'axolotl newt frog').text).toContain('axolotl, newt, frog')
  expect(find(`${'가나 '.repeat(200)}needlework ${'다라 '.repeat(200)}`, 'needlework').text).toContain(
    'needlework',
  )
  expect(find(`${'e\u0301te\u0301 '.repeat(200)}quokka ${'x '.repeat(200)}`, 'quokka').text).toContain(
    'quokka',
  )
})

test('no character is cut in two', () => {
  for (const spaces of ['', ' ']) {
    const { text } = find(`${spaces}${'😀'.repeat(200)}${spaces} wombat ${'😀'.repeat(300)}`, 'wombat')
    expect(text).toContain('wombat')
    expect(Buffer.from(text).toString()).toBe(text)
  }
})

test('a word far down a very long note is found, with its line', () => {
  const body = `${'A line of some length, to fill the note.\n'.repeat(12_000)}platypus\n`
  expect(find(body, 'platypus')).toEqual({ text: 'platypus', line: 12_000 })
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
      const anywhere = stems.map((stem) => ({
        text: stem,
        beginsAnywhere: true,
        longestEnding: Infinity,
        isSame: null,
        points: 1,
      }))
      const { text, line: found } = findSnippet(lines.join('\n'), anywhere)
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
