import { expect, test } from 'vitest'
import { findSections } from '../../src/markdown/read/find-sections.ts'
import { listOutline } from '../../src/markdown/read/list-outline.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'

const text = lines('# A', '## B', 'one', '# C', '## B', 'two', '### D', '## x > y', '# E', '## A')
const note = parseNote(text)

test.each([
  ['C', 4],
  ['# A', 1],
  ['## A', 10],
  ['A > B', 2],
  ['C#B', 5],
  ['C > B > D', 7],
  ['C#D', 7],
  ['x > y', 8],
  ['#C#B', 5],
])('%j is the section of line %i', (wanted, line) => {
  expect(findSections(note, wanted)).toMatchObject({ kind: 'resolved', heading: { line } })
})

test('two of one name are ambiguous, at these lines', () => {
  expect(findSections(note, 'B')).toEqual({ kind: 'ambiguous', lines: [2, 5] })
  expect(findSections(note, 'A')).toEqual({ kind: 'ambiguous', lines: [1, 10] })
})

test.each(['b', 'Z', 'B > C', '### C', '', '#'])('%j is missing', (wanted) => {
  expect(findSections(note, wanted)).toEqual({ kind: 'missing' })
})

test('the outline has every heading', () => {
  expect(listOutline(parseNote('# A\n\n### B'))).toEqual([
    { level: 1, text: 'A', line: 1 },
    { level: 3, text: 'B', line: 3 },
  ])
})

test('a heading in another Unicode form is found, after one that is written so', () => {
  const apart = 'Übung'.normalize('NFD')
  const one = parseNote(lines('# Größe', `## ${apart}`, 'x'))
  expect(findSections(one, 'Größe > Übung')).toMatchObject({
    kind: 'resolved',
    heading: { text: apart, line: 2 },
  })
  const both = parseNote(lines(`# ${apart}`, '# Übung'))
  expect(findSections(both, 'Übung')).toMatchObject({ kind: 'resolved', heading: { line: 2 } })
  const alike = parseNote(lines(`# ${apart}`, `# ${apart}`))
  expect(findSections(alike, 'Übung')).toEqual({ kind: 'ambiguous', lines: [1, 2] })
})
