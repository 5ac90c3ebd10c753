import { expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'

const conflict = ['<<<<<<< HEAD', 'ours', '=======', 'theirs', '>>>>>>> branch']
const headingsOf = (...rows: readonly string[]) => parseNote(rows.join('\n')).headings.map(({ text }) => text)

test('the marks of a conflict make no heading and are no text', () => {
  const text = ['Intro', '', ...conflict].join('\n')
  expect(parseNote(text).title).toBeNull()
  expect(parseNote(text.replaceAll('\n', '\r\n')).title).toBeNull()
  expect(
    headingsOf('<<<<<<< HEAD', '# Ours', '||||||| base', '# Old', '=======', '# Theirs', '>>>>>>> b'),
  ).toEqual(['Ours', 'Old', 'Theirs'])
})

test('a line of equals signs elsewhere underlines a heading', () => {
  expect(headingsOf('Title', '=======', ...conflict)).toEqual(['Title'])
  expect(headingsOf(...conflict, '', 'Title', '=======')).toEqual(['Title'])
  expect(headingsOf('<<<<<<< HEAD', '', 'Title', '=======', '>>>>>>>')).toEqual(['Title'])
  expect(headingsOf('```', ...conflict, '```', '# Title')).toEqual(['Title'])
})
