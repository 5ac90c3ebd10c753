import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryOver } from '../../../src/page/client/text/carry-over.ts'
import { closestTitle } from '../../../src/page/client/text/closest-title.ts'
import { inField, keepLineEnds } from '../../../src/page/client/text/keep-line-ends.ts'
import { markWords, plainLine, queryWords } from '../../../src/page/client/text/mark-words.ts'
import { propertyParts } from '../../../src/page/client/text/property-parts.ts'
import { sayRefused, sayUndone } from '../../../src/page/client/text/say-undone.ts'
import { splitQuestion } from '../../../src/page/client/text/split-question.ts'
import { sayDay, sayDistance, sayNoteTime, sayTime } from '../../../src/page/client/text/say-time.ts'

test('a text edited in a browser keeps the line ends of its file', () => {
  expect(keepLineEnds('a\r\nb\r\n', 'a\nc\n')).toBe('a\r\nc\r\n')
  expect(keepLineEnds('a\nb\r\nc\n', 'a\nb\nx\nc\n')).toBe('a\nb\r\nx\nc\n')
  expect(keepLineEnds('a\nb\n', 'a\n')).toBe('a\n')
  expect(keepLineEnds('a\r\nb', 'a\nb')).toBe('a\r\nb')
  // Between two lines that were edited, and where a line ends as on an old Macintosh.
  expect(keepLineEnds('a\nb\r\nc\nd\r\ne\n', 'A\nb\nc\nd\nE\n')).toBe('A\nb\r\nc\nd\r\nE\n')
  expect(keepLineEnds('a\rb\rc\n', 'a\nb\nc\nd\n')).toBe('a\rb\rc\nd\r')
})

test('whatever line ends a file has, what was edited is what is saved', () => {
  const texts = fc
    .array(fc.constantFrom('a\n', 'b\r\n', 'c', '\n', 'd\r'), { maxLength: 10 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, texts, (file, other) => {
      const edited = inField(other)
      expect(inField(keepLineEnds(file, edited))).toBe(edited)
      expect(keepLineEnds(file, inField(file))).toBe(file)
    }),
  )
})

test('a byte-order mark is not in the field, and stays at the beginning of the file', () => {
  expect(inField('\uFEFFa\r\nb')).toBe('a\nb')
  expect(keepLineEnds('\uFEFFa\nb\n', 'x\na\nb\n')).toBe('\uFEFFx\na\nb\n')
  expect(keepLineEnds('\uFEFFa\r\nb\r\n', 'x\na\nb\n')).toBe('\uFEFFx\r\na\r\nb\r\n')
})

test('what was typed goes over what became of the text meanwhile', () => {
  expect(carryOver('u: 1\n\nx\n', 'u: 1\n\nx\ny\n', 'u: 2026\n\nx\n')).toBe('u: 2026\n\nx\ny\n')
  expect(carryOver('a\nu: 1\n', 'b\nu: 1\n', 'a\nu: 2\n')).toBe('b\nu: 2\n')
  expect(carryOver('a', 'ab', 'a')).toBe('ab')
  expect(carryOver('u: 1', 'u: 3', 'u: 2')).toBe('u: 3')
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (before, typed) => {
      expect(carryOver(before, typed, before)).toBe(typed)
      expect(carryOver(before, before, typed)).toBe(typed)
    }),
  )
})

test('words of a query are marked by their beginnings, operators are not looked for', () => {
  const words = queryWords('Pläne tag:work -draft "nach Berlin"')
  expect(words).toEqual(['Pläne', 'nach', 'Berlin'])
  const found = markWords('Alle pläne nach berlin, Umplanung.', words).filter(({ isMatch }) => isMatch)
  expect(found.map(({ text }) => text)).toEqual(['pläne', 'nach', 'berlin'])
})

test('the pieces of a marked text are the text', () => {
  const text = 'Ein Satz mit [Zeichen] und الري.'
  expect(
    markWords(text, ['satz', 'الري'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a line of Markdown is shown without its marks', () => {
  expect(plainLine('- [ ] See [[Plan 25|the **plan**]] and [a page](https://x.y).')).toBe(
    'See the plan and a page.',
  )
})

test('the likely target of a broken link is the nearest name, or none', () => {
  const notes = [
    { title: 'Ventilübersicht', path: 'technik/Ventilübersicht.md' },
    { title: 'Pumpe', path: 'technik/Pumpe.md' },
  ]
  expect(closestTitle('Ventilubersicht', notes)?.path).toBe('technik/Ventilübersicht.md')
  expect(closestTitle('Ein Fest', notes)).toBeNull()
  const same = ['other.md', 'kitchen sink.md'].map((path) => ({ title: 'Kitchen sink', path }))
  expect(closestTitle('Kitchen snk', same)?.path).toBe('kitchen sink.md')
})

test('times are said as seen from now', () => {
  const now = new Date(2026, 10, 24, 12, 0)
  const at = (...parts: readonly [number, number, number, number, number]) => new Date(...parts).toISOString()
  expect(sayTime(at(2026, 10, 24, 9, 12), now)).toBe('today 09:12')
  expect(sayTime(at(2026, 10, 23, 23, 59), now)).toBe('yesterday 23:59')
  expect(sayTime(at(2026, 10, 12, 9, 12), now)).toBe('12 Nov 09:12')
  expect(sayTime(at(2024, 10, 12, 9, 12), now)).toBe('12 Nov 2024')
  expect(sayTime('unknown', now)).toBe('unknown')
  expect(sayDay(at(2026, 10, 12, 9, 12), now)).toBe('Thursday 12 November')
  expect(sayDistance(at(2026, 10, 24, 12, 4), now)).toBe('in 4 minutes')
})

test('a note that says the day alone of its last change shows no time', () => {
  const now = new Date(2026, 10, 28, 12, 0)
  expect(sayNoteTime('2026-11-28T00:00:00Z', now)).toBe('today')
  expect(sayNoteTime('2026-11-27T00:00:00Z', now)).toBe('yesterday')
  expect(sayNoteTime('2026-11-20T00:00:00Z', now)).toBe('20 Nov')
  expect(sayNoteTime('2024-11-20T00:00:00Z', now)).toBe('20 Nov 2024')
  expect(sayNoteTime(new Date(2026, 10, 28, 9, 12).toISOString(), now)).toBe('today 09:12')
})

test('a line is shown without the marks of its emphasis, and keeps what only looks like one', () => {
  expect(plainLine('They *taste* best, _really_, **so** snake_case_name 2*3*4')).toBe(
    'They taste best, really, so snake_case_name 2*3*4',
  )
})

test('the links of a property lead on, and nothing but http does', () => {
  expect(propertyParts('see [[plans/a#b|the plan]] and [[c]]')).toEqual([
    { kind: 'text', text: 'see ' },
    { kind: 'note', target: 'plans/a', text: 'the plan' },
    { kind: 'text', text: ' and ' },
    { kind: 'note', target: 'c', text: 'c' },
  ])
  expect(propertyParts('https://a.example/x"onclick=y javascript:alert(1)')).toEqual([
    { kind: 'web', text: 'https://a.example/x' },
    { kind: 'text', text: '"onclick=y javascript:alert(1)' },
  ])
})

test('a question is taken apart into what flint says and the diff that it quotes', () => {
  expect(
    splitQuestion('Allow x?\n\n- change a.md\n\n    --- a.md\n    +++ a.md\n    @@ -1 +1 @@\n    -a\n    +b'),
  ).toEqual([
    { kind: 'words', text: 'Allow x?\n\n- change a.md' },
    { kind: 'diff', text: '--- a.md\n+++ a.md\n@@ -1 +1 @@\n-a\n+b' },
  ])
  expect(splitQuestion('Only words')).toEqual([{ kind: 'words', text: 'Only words' }])
})

test('marks inside words, in names and in code are text', () => {
  for (const text of [
    'see window.__x=1 and y__',
    '__init__ of a_b',
    'foo.__init__() and x.__y__',
    'a == b, 2 ** 3',
  ])
    expect(plainLine(`- [ ] ${text}`)).toBe(text)
  expect(plainLine('Call `a.__b__(**c)`, __then so__, ==mark== ~~not~~')).toBe(
    'Call a.__b__(**c), then so, mark not',
  )
  expect(plainLine('end of bold** and **its beginning')).toBe('end of bold and its beginning')
})

test('what was undone and what was not is said in numbers that are so', () => {
  expect(sayUndone(0)).toBe('Nothing was undone.')
  expect(sayUndone(2)).toBe('2 changes undone.')
  expect(sayRefused({ undone: 0, refused: 1 })).toBe('1 change could not be undone.')
  expect(sayRefused({ undone: 1, refused: 1 })).toBe('1 change could not be undone. The other one was.')
  expect(sayRefused({ undone: 3, refused: 2 })).toBe('2 changes could not be undone. The other 3 were.')
})
