import { expect, test } from 'vitest'
import { findTask } from '../../src/markdown/read/find-task.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'

const apart = 'Größe prüfen'.normalize('NFD')
const find = (text: string, line: number) =>
  findTask(parseNote(text).tasks, { line, text: 'Größe prüfen' }, () => true)

test('a task in another Unicode form is found, after one that is written so', () => {
  expect(find(lines(`- [ ] ${apart}`), 1)).toMatchObject({ kind: 'found', task: { line: 1 } })
  expect(find(lines(`- [ ] ${apart}`, '- [ ] Größe prüfen'), 1)).toMatchObject({ task: { line: 2 } })
  expect(find(lines('x', `- [ ] ${apart}`, `- [ ] ${apart}`), 1)).toMatchObject({ kind: 'ambiguous' })
})
