import { expect, test } from 'vitest'
import { filterFields, searchFields, tellUnknownFields } from '../../src/tools/filter-fields.ts'

const note = {
  id: 'plans/garden.md',
  title: 'Garden',
  type: 'plans',
  content: 'Dig.',
  path: 'plans/garden.md',
  score: 0.5,
  metadata: { status: 'open', tags: ['spring'], author: { name: 'Ada', mail: 'a@b' }, 'a.b': 1 },
}

test('without a filter a note stays whole', () => {
  expect(filterFields(note, undefined)).toEqual(note)
})

test.each([
  [['title'], { title: 'Garden' }],
  [['id', 'metadata.tags'], { id: note.id, metadata: { tags: ['spring'] } }],
  [['metadata.*'], { metadata: note.metadata }],
  [['metadata'], { metadata: note.metadata }],
  [['metadata.author.name'], { metadata: { author: { name: 'Ada' } } }],
  [['metadata.author.*', 'metadata.status'], { metadata: { status: 'open', author: note.metadata.author } }],
  [['metadata.a.b'], { metadata: { 'a.b': 1 } }],
  [['metadata.status', 'metadata'], { metadata: note.metadata }],
  [['title', 'nonsense', 'metadata.none', 'Title'], { title: 'Garden' }],
  [['title', 'metadata.'], { title: 'Garden' }],
  [['title', 'content.length', 'metadata.tags.0', 'metadata..status', '.', '*'], { title: 'Garden' }],
  [[], { id: note.id }],
  [['metadata.'], { id: note.id }],
  [['constructor', '__proto__', 'metadata.__proto__'], { id: note.id }],
])('%j', (fields, left) => {
  expect(filterFields(note, fields)).toEqual(left)
})

test('a search result keeps its score, snippet, filename and path', () => {
  expect(filterFields(note, ['title'], searchFields)).toEqual({
    title: 'Garden',
    path: note.path,
    score: 0.5,
  })
  expect(filterFields(note, [], searchFields)).toEqual({ id: note.id, path: note.path, score: 0.5 })
})

test('the note itself stays as it was', () => {
  filterFields(note, ['metadata.tags'])
  expect(note.metadata.status).toBe('open')
})

test.each([
  ['titel', 'A note here has no field "titel", but "title".'],
  ['status', 'A note here has no field "status"; a property is "metadata.status".'],
  ['frontmatter.status', 'A note here has no field "frontmatter.status"; a property is "metadata.status".'],
  ['author.name', 'A note here has no field "author.name".'],
])('%s, which no note has, is named beside what is said already', (field, said) => {
  const known = ['id', 'title', 'metadata']
  const answer = { total: 0, message: 'Nothing.' }
  expect(tellUnknownFields(answer, [field, 'title', 'metadata.mood'], known)).toEqual({
    total: 0,
    message: `Nothing. ${said}`,
  })
})

test('where every field may be there nothing is said', () => {
  expect(tellUnknownFields({ total: 0 }, ['id', 'metadata.mood'], ['id', 'metadata'])).toEqual({ total: 0 })
  expect(tellUnknownFields({ total: 0 }, undefined, [])).toEqual({ total: 0 })
})
