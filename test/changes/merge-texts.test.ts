import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBack } from '../../src/changes/merge-back.ts'
import { mergeTexts, missingLines } from '../../src/changes/merge-texts.ts'
import { withWritten, writtenPart } from '../../src/changes/written-part.ts'

test('what two people have changed in different places is in one text', () => {
  const base = '# A\n\none\n\ntwo\n\nthree\n'
  const ours = '# A\n\none, by us\n\ntwo\n\nthree\n'
  const theirs = '# A\n\none\n\ntwo\n\nthree\n\nfour\n'
  expect(mergeTexts(base, ours, theirs)).toBe('# A\n\none, by us\n\ntwo\n\nthree\n\nfour\n')
  expect(mergeTexts(base, theirs, ours)).toBe('# A\n\none, by us\n\ntwo\n\nthree\n\nfour\n')
  expect(mergeTexts(base, ours, base)).toBe(ours)
  expect(mergeTexts(base, base, theirs)).toBe(theirs)
  expect(mergeTexts(base, theirs, theirs)).toBe(theirs)
})

test('what both put in at one place stands there one after the other, theirs first', () => {
  expect(mergeTexts('a\n', 'a\nours\n', 'a\ntheirs\n')).toBe('a\ntheirs\nours\n')
  expect(mergeTexts('a', 'a\nours\n', 'a\ntheirs')).toBe('a\ntheirs\nours\n')
  expect(mergeTexts('a\r\nb\r\n', 'a\r\nb\r\nours\r\n', 'a\r\nb\r\ntheirs\r\n')).toBe(
    'a\r\nb\r\ntheirs\r\nours\r\n',
  )
  expect(mergeTexts('', 'ours\n', 'theirs\n')).toBe('theirs\nours\n')
  expect(mergeTexts('a\n', 'ours\na\n', 'theirs\na\n')).toBe('theirs\nours\na\n')
})

test('the same lines, or lines that touch, are nobody’s to choose between', () => {
  expect(mergeTexts('a\nb\nc\n', 'a\nours\nc\n', 'a\ntheirs\nc\n')).toBeNull()
  expect(mergeTexts('a\nb\nc\n', 'a\nours\nc\n', 'a\nb\ntheirs\n')).toBeNull()
  expect(mergeTexts('a\nb\nc\n', 'a\nours\nc\n', '')).toBeNull()
  expect(mergeTexts('', 'ours\n', 'theirs')).toBeNull()
})

test('a text in which too much has changed to be compared is not merged', () => {
  const base = 'a\nb\nc\n'
  const long = `${base}${'line\n'.repeat(2_100)}`
  expect(mergeTexts(base, long, base.replace('a', 'A'))).toBeNull()
  expect(mergeTexts(base, base.replace('a', 'A'), long)).toBeNull()
  expect(mergeBack({ before: long, after: base }, `top\n\n${base}`)).toBeNull()
})

test('a replacement is undone below an edit two lines away, and in no text of other line ends', () => {
  const replaced = { before: 'x\n1\nold\n2\ny\n', after: 'x\n1\nnew\n2\ny\n' }
  expect(mergeBack(replaced, 'x, edited\n1\nnew\n2\ny, too\n')).toBe('x, edited\n1\nold\n2\ny, too\n')
  expect(mergeBack(replaced, 'x\r\n1\r\nnew\r\n2\r\ny\r\n')).toBeNull()
})

test('missing is a line that is nowhere, however it is indented', () => {
  expect(missingLines('a\n', 'a\n  b\nc\nd\n', 'b\n\td\n')).toEqual(['\nc'])
})

const text = fc.array(fc.constantFrom('a', 'b', '', 'é', '\u{1f600}', '\u{1f601}'), { maxLength: 6 })

test('whatever lines are merged, none that somebody has put in is missing', () => {
  const lines = text.map((rows) => rows.map((row) => `${row}\n`).join(''))
  fc.assert(
    fc.property(lines, lines, lines, (base, ours, theirs) => {
      expect([mergeTexts(base, ours, base), mergeTexts(base, base, theirs)]).toEqual([ours, theirs])
      const merged = mergeTexts(base, `${ours}x\n`, `y\n${theirs}`)
      if (merged !== null) expect(missingLines(base, `${ours}x\ny\n${theirs}`, merged)).toEqual([])
    }),
  )
})

test('what was written comes back from the text before and the part that differs', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [one, other] = [before.join(''), after.join('')]
      // As it is kept: half of a character would not outlast it.
      const part = Buffer.from(writtenPart(one, other)).toString()
      expect(withWritten(one, part)).toBe(other)
    }),
  )
  const long = 'line of some length\n'.repeat(10_000)
  expect(writtenPart(long, `${long}one more\n`).length).toBeLessThan(50)
  expect(withWritten(long, 'no part')).toBeNull()
  expect(withWritten(long, 'a1 1\nno part')).toBeNull()
})

test('a text of very many lines is merged like any other', () => {
  const base = 'line\n'.repeat(200_000)
  expect(mergeTexts(base, `ours\n${base}`, `${base}theirs\n`)).toBe(`ours\n${base}theirs\n`)
})
