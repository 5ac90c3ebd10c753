import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTask } from '../../src/markdown/edit/add-task.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import type { VaultError } from '../../src/model/vault-error.ts'
import { times } from '../support/long.ts'
import { textOfRows } from '../support/text-of-rows.ts'

test.each([
  ['', '- [ ] t\n'],
  ['Text', 'Text\n\n- [ ] t'],
  ['Text\n', 'Text\n\n- [ ] t\n'],
  ['# A\n', '# A\n\n- [ ] t\n'],
  ['# A\n\n', '# A\n\n- [ ] t\n\n'],
  ['- a\n- b\n\n', '- a\n- b\n- [ ] t\n\n'],
  ['- [ ] a', '- [ ] a\n- [ ] t'],
  ['- [ ] a\r\n', '- [ ] a\r\n- [ ] t\r\n'],
  ['+ [ ] a\n  - [ ] b\n\nText\n', '+ [ ] a\n  - [ ] b\n+ [ ] t\n\nText\n'],
  ['> - [ ] a\n', '> - [ ] a\n\n- [ ] t\n'],
  ['1. [ ] a\n', '1. [ ] a\n- [ ] t\n'],
  ['- [ ] a\n```\nx\n\ny\n```\n', '- [ ] a\n- [ ] t\n```\nx\n\ny\n```\n'],
  ['# L\n\n## One\n- [ ] a\n## Other\nx\n', '# L\n\n## One\n- [ ] a\n- [ ] t\n## Other\nx\n'],
  ['- [ ] a\n  more\n## Other\nx\n', '- [ ] a\n  more\n- [ ] t\n## Other\nx\n'],
  ['- [ ] a\n\n  more\n\n      code\n\nx\n', '- [ ] a\n\n  more\n\n      code\n- [ ] t\n\nx\n'],
  ['- [ ] a\nmore\n- b\n', '- [ ] a\nmore\n- [ ] t\n- b\n'],
  ['- [ ] a\n> b\n', '- [ ] a\n- [ ] t\n> b\n'],
  ['---\na: 1\n---\n', '---\na: 1\n---\n\n- [ ] t\n'],
])('%j becomes %j', (before, after) => {
  const note = parseNote(before)
  expect(addTask(before, note, null, 't').text).toBe(after)
})

test('a task above an indented heading would take it in: that is said', () => {
  const text = '## A\n\n  ## B\nx\n'
  const refused = () => addTask(text, parseNote(text), { start: 5, end: 6 }, 't')
  expect(refused).toThrow('every heading would stay one')
  expect(refused).toThrow(
    expect.objectContaining({ facts: { hint: expect.stringContaining('indented heading') } }),
  )
})

test('a line that would make another task, or take a heading away, is passed over', () => {
  const fenced = '# A\n\n- [ ] a\n  ```\n  x\n  ```\nB\n---\n'
  const parsed = parseNote(fenced)
  expect(addTask(fenced, parsed, { start: 5, end: fenced.indexOf('B\n') }, 't').text).toBe(
    '# A\n\n- [ ] a\n  ```\n  x\n  ```\n\n- [ ] t\n\nB\n---\n',
  )
  const indented = '- - [ ] g\n## B\n\n\t- [ ] z\n<pre>\n'
  expect(addTask(indented, parseNote(indented), null, 't').text).toBe(
    '- - [ ] g\n- [ ] t\n## B\n\n\t- [ ] z\n<pre>\n',
  )
  const inB = { start: indented.indexOf('\n\n'), end: indented.length }
  expect(() => addTask(indented, parseNote(indented), inB, 't')).toThrow('There is no place in the note')
})

const row = fc.constantFrom(
  '# A',
  'text',
  '- [ ] a',
  '  - [x] b',
  '* c',
  '> - [ ] d',
  '```\n- [ ] e\n```',
  '    f',
  '',
  '<div>',
  '- - [ ] g',
  '%%',
)
const note = textOfRows(row, ['', '\ufeff', '---\nx: 1\n---\n'])

test('one task more, on the line that is named, and all that was there is there as it was', () => {
  fc.assert(
    fc.property(note, fc.nat(), (text, pick) => {
      const parsed = parseNote(text)
      const section = parsed.sections[pick % (parsed.sections.length + 1)]
      let added: { text: string; line: number }
      try {
        added = addTask(text, parsed, section?.content ?? null, 'new one')
      } catch (error) {
        expect(error).toMatchObject({ code: 'CONFLICT' } satisfies Partial<VaultError>)
        return
      }
      const rows = added.text.split('\n')
      expect(rows[added.line - 1]).toMatch(/^[-*+] \[ \] new one\r?$/)
      const after = parseNote(added.text)
      expect(after.tasks).toHaveLength(parsed.tasks.length + 1)
      expect(after.headings.map(({ text: name }) => name)).toEqual(
        parsed.headings.map(({ text: name }) => name),
      )
      const blankless = (some: string) => some.replace(/\r?\n/g, '')
      expect(blankless(added.text).replace(/[-*+] \[ \] new one/, '')).toBe(blankless(text))
    }),
    { seed: 20260304, numRuns: times(600, 3_000) },
  )
})
