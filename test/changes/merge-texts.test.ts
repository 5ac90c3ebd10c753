import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTexts, missingLines } from '../../src/changes/merge-texts.ts'
import { withWritten, writtenPart } from '../../src/changes/written-part.ts'

test('what two people have changed in different places is in one text', () => {
  const base = '# A\n\none\n\ntwo\n\nthree\n'
  const ours = '# A\n\none, by us\n\ntwo\n\nthree\n'
  const theirs = '# A\n\none\n\ntwo\n\nthree\n\nfour\n'
  expect(mergeTexts(base, ours, theirs)).toBe('# A\n\none, by us\n\ntwo\n\nthree\n\nfour\n')
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

const text = fc.array(fc.constantFrom('a', 'b', '', 'é', '\u{1f600}', '\u{1f601}'), { maxLength: 6 })

test('whatever lines are merged, none that somebody has put in is missing', () => {
  const lines = text.map((rows) => rows.map((row) => `${row}\n`).join(''))
  fc.assert(
    fc.property(lines, lines, lines, (base, ours, theirs) => {
      const merged = mergeTexts(base, `${ours}x\n`, `y\n${theirs}`)
      if (merged !== null) expect(missingLines(base, `${ours}x\ny\n${theirs}`, merged)).toEqual([])
    }),
  )
})

test('what was written comes back from the text before and the part that differs', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [one, other] = [before.join(''), after.join('')]
      expect(withWritten(one, writtenPart(one, other))).toBe(other)
    }),
  )
  const long = 'line of some length\n'.repeat(10_000)
  expect(writtenPart(long, `${long}one more\n`).length).toBeLessThan(50)
})
