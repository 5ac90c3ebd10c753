import { expect, test } from 'vitest'
import { changeTags } from '../../src/markdown/edit/change-tags.ts'
import { editFrontmatter } from '../../src/markdown/edit/edit-frontmatter.ts'
import { mergeNotes } from '../../src/markdown/merge/merge-notes.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { contentStart } from '../../src/model/note-content.ts'
import { lines } from '../support/lines.ts'

const toml = lines(
  '+++',
  'title = "One \\"1\\"" # shown',
  'tags = ["#a"]',
  '# a comment',
  '- [ ] x',
  '[[resources]]',
  'title = "Other"',
  '+++',
  '',
  '# Below [[Home]]',
)
const json = lines('{', '  "title": "J",', '  "menu": {', '  }', '}', '', 'See [[Home]].')
const pandoc = lines('% The long', '  title [[x]]', '% Ann', '', 'See [[Home]].')

test('nothing in a TOML, JSON or Pandoc header is Markdown, and its title is the title', () => {
  for (const [text, title, line] of [
    [toml, 'One "1"', 9],
    [`\ufeff${toml.replaceAll('\n', '\r\n')}`, 'One "1"', 9],
    [json, 'J', 6],
    [pandoc, 'The long title [[x]]', 4],
  ] as const) {
    const note = parseNote(text)
    expect(note).toMatchObject({ title, titlePlace: 'frontmatter', tags: [], tasks: [] })
    expect(note.links.map(({ target }) => target)).toEqual(['Home'])
    expect(note.frontmatter).toMatchObject({ range: null, data: {}, problem: null, bodyLine: line })
    expect(note.headings.length).toBe(title.startsWith('One') ? 1 : 0)
    expect(text.slice(contentStart(text, note.frontmatter).offset)).toMatch(/^(?:# Below|See) \[\[Home\]\]/)
  }
  expect(parseNote(toml.replace('title = "One', 'name = "One')).title).toBe('Below [[Home]]')
})

test('what only looks like such a header is Markdown', () => {
  for (const text of [
    lines('+++', '[[a]]'),
    lines('', '+++', '[[a]]', '+++'),
    lines('{', '[[a]]', '}'),
    lines('{ "a": 1 }', '[[a]]'),
    lines('%% a comment', '[[a]] %%'),
    lines('% of people', '[[a]]'),
    lines('5 % [[a]]'),
  ])
    expect(
      parseNote(text).links.map(({ target }) => target),
      text,
    ).toEqual(['a'])
})

test('nothing is written above such a header or into it', () => {
  for (const text of [toml, json]) {
    const code = { code: 'VALIDATION_FAILED' }
    expect(() => editFrontmatter(text, { a: 1 })).toThrow(expect.objectContaining(code))
    expect(() => changeTags(text, { add: ['t'], remove: [] })).toThrow(expect.objectContaining(code))
    expect(editFrontmatter(text, { a: null })).toEqual([])
  }
  expect(() => editFrontmatter(pandoc, { a: 1 })).toThrow('Pandoc header')
  expect(changeTags(pandoc, { add: ['t'], remove: [] }).text).toBe(pandoc.replace('See', '#t\n\nSee'))
})

test('two changes of such a header are merged as text', () => {
  const base = lines('+++', 'a = 1', '', 'b = 1', '+++', '', 'Body')
  const [ours, theirs] = [base.replace('a = 1', 'a = 2'), base.replace('Body', 'Text')]
  const marks = { ours: 'ours', theirs: 'theirs', size: 7 }
  expect(mergeNotes({ base, ours, theirs }, marks)?.text).toBe(ours.replace('Body', 'Text'))
})
