import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPassages, type PassageEdit } from '../../src/markdown/edit/find-passages.ts'
import { applyEdits } from '../../src/model/text-edit.ts'
import { lines } from '../support/lines.ts'

const note = lines('---', 'status: draft', '---', '# Plan', '', 'Call Ada, then call Bob.', '', '| a | b |')

function edited(text: string, ...passages: (Partial<PassageEdit> & { old: string })[]): string | object {
  const found = findPassages(
    text,
    passages.map((passage) => ({ new: '', all: false, ...passage })),
  )
  return found.kind === 'found' ? applyEdits(text, found.edits) : found
}

test('a passage that stands there once is replaced, in frontmatter, body and tables alike', () => {
  expect(
    edited(
      note,
      { old: 'draft', new: 'done' },
      { old: 'Ada, then', new: 'Eve, then' },
      { old: '| b |', new: '| c |' },
    ),
  ).toBe(note.replace('draft', 'done').replace('Ada', 'Eve').replace('| b |', '| c |'))
})

test('a passage that stands there more than once is refused with its places, or replaced everywhere', () => {
  const text = lines('leek', 'pea', 'leek and leek')
  expect(edited(text, { old: 'leek', new: 'x' })).toEqual({
    kind: 'ambiguous',
    index: 0,
    count: 3,
    places: [
      { line: 1, text: 'leek' },
      { line: 3, text: 'leek and leek' },
      { line: 3, text: 'leek and leek' },
    ],
  })
  expect(edited(text, { old: 'leek', new: 'x', all: true })).toBe(lines('x', 'pea', 'x and x'))
})

test('occurrences that overlap are two', () => {
  expect(edited('aaa', { old: 'aa', new: 'b' })).toMatchObject({ kind: 'ambiguous', count: 2 })
  expect(edited('aaa', { old: 'aa', new: 'b', all: true })).toBe('ba')
})

test('a passage that is not there is refused with the lines most like it', () => {
  expect(edited(note, { old: 'Call Ada and then call Bob' })).toEqual({
    kind: 'missing',
    index: 0,
    nearest: [{ line: 6, text: 'Call Ada, then call Bob.' }],
  })
  expect(edited(note, { old: 'Paris in the spring' })).toEqual({ kind: 'missing', index: 0, nearest: [] })
})

test('one passage that cannot be replaced refuses all of them', () => {
  expect(edited(note, { old: 'Ada', new: 'Eve' }, { old: 'absent' })).toMatchObject({
    kind: 'missing',
    index: 1,
  })
})

test('passages that overlap are refused', () => {
  expect(edited('one two three', { old: 'one two' }, { old: 'two three' })).toEqual({
    kind: 'overlapping',
    index: 1,
    other: 0,
    place: { line: 1, text: 'one two three' },
  })
})

test('a passage of several lines is found whatever the line ends, and keeps those of its place', () => {
  const text = 'a\r\nb\r\nc\r\n'
  expect(edited(text, { old: 'a\nb\n', new: 'x\ny\nz\n' })).toBe('x\r\ny\r\nz\r\nc\r\n')
  expect(edited(text, { old: 'a\r\nb', new: 'x' })).toBe('x\r\nc\r\n')
  expect(edited('a\nb\r\nc\n', { old: 'a\nb\nc', new: 'd\ne' })).toBe('d\ne\n')
  expect(edited(text, { old: 'b', new: 'b\nb' })).toBe('a\r\nb\r\nb\r\nc\r\n')
  expect(edited('a\r\nb', { old: '\n', new: ' ' })).toBe('a b')
})

test('half of a character is not found', () => {
  expect(edited('🌱', { old: '\ud83c' })).toMatchObject({ kind: 'missing' })
})

const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '🌱', '|'), maxLength: 12 })

test('nothing but the passages that were asked for changes', () => {
  fc.assert(
    fc.property(piece, piece, piece, fc.string(), (before, old, after, put) => {
      const text = before + old + after
      const found = findPassages(text, [{ old, new: put, all: false }])
      const count = countOf(text, old)
      if (count === 0) expect(found.kind).toBe('missing')
      else if (count > 1) expect(found).toMatchObject({ kind: 'ambiguous', count })
      else if (!old.startsWith('\n') && !before.endsWith('\r')) {
        expect(found.kind === 'found' && applyEdits(text, found.edits).startsWith(before)).toBe(true)
        expect(found.kind === 'found' && applyEdits(text, found.edits).endsWith(after)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('every occurrence is replaced as `replaceAll` does it', () => {
  fc.assert(
    fc.property(piece, piece, (text, old) => {
      fc.pre(old !== '' && text.includes(old) && !text.includes('\r'))
      expect(edited(text, { old, new: 'X', all: true })).toBe(text.replaceAll(old, 'X'))
    }),
  )
})

function countOf(text: string, old: string): number {
  const [plain, wanted] = [text.replaceAll('\r\n', '\n'), old.replaceAll('\r\n', '\n')]
  if (wanted === '') return 0
  return Array.from({ length: plain.length }, (_, at) => at).filter((at) => plain.startsWith(wanted, at))
    .length
}

test.each(['\n', '\r\n'])(
  '%j: many places in a long note take time in proportion to its length',
  (lineBreak) => {
    // A reading of the whole text for each place takes minutes, which no test has.
    const text = `one two three${lineBreak}`.repeat(200_000)
    expect(edited(text, { old: 'two', new: '2', all: true })).toBe(text.replaceAll('two', '2'))
  },
)

const apart = (text: string) => text.normalize('NFD')

test('a passage in another Unicode form is replaced, and nothing beside it', () => {
  const text = apart('Größe ä ệ\r\n회의 준비\r\nÄ')
  expect(edited(text, { old: 'Größe ä', new: 'ü' }, { old: 'ệ\n회의', new: 'x\n회' })).toBe(
    `ü x\r\n회${apart(' 준비\r\nÄ')}`,
  )
  expect(edited(apart('ä, ä'), { old: 'ä', new: 'x', all: true })).toBe('x, x')
  expect(edited('회의', { old: apart('회의'), new: 'x' })).toBe('x')
})

test('a passage as it is written goes before one in another form; of several in another form none is taken', () => {
  expect(edited(`${apart('ä')} ä`, { old: 'ä', new: 'x' })).toBe(`${apart('ä')} x`)
  expect(edited(apart('ä\nä'), { old: 'ä', new: 'x' })).toMatchObject({ kind: 'ambiguous', count: 2 })
  expect(edited(apart('ằ'), { old: 'ă', new: 'x' })).toMatchObject({ kind: 'missing' })
})
