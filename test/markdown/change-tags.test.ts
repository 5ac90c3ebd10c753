import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeTags, listTags } from '../../src/markdown/edit/change-tags.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { times } from '../support/long.ts'

test.each([
  ['# A\n\nText.\n', '# A\n\n#new\n\nText.\n'],
  ['# A\nText.\n', '# A\n\n#new\n\nText.\n'],
  ['# A\n', '# A\n\n#new\n'],
  ['# A', '# A\n\n#new'],
  ['', '#new\n'],
  ['\ufeffText', '\ufeff#new\n\nText'],
  ['Text.\r\n# A\r\n', '#new\r\n\r\nText.\r\n# A\r\n'],
  ['Top\n===\r\nText', 'Top\n===\r\n\n#new\n\nText'],
  ['---\na: 1\n---\n\nText\n', '---\na: 1\ntags: [ new ]\n---\n\nText\n'],
  ['---\ntags:\n---\nText\n', '---\ntags: [ new ]\n---\nText\n'],
  ['---\ntags: []\n---\n', '---\ntags: [ new ]\n---\n'],
  ['---\ntags: a, b # c\n---\n', '---\ntags: a, b, new # c\n---\n'],
  ['---\ntags: "a b"\n---\n', '---\ntags: "a b new"\n---\n'],
  ['---\ntag: a\n---\n', '---\ntag: a new\n---\n'],
  ['---\r\ntags:\r\n- a # c\r\n---\r\n', '---\r\ntags:\r\n- a # c\r\n- new\r\n---\r\n'],
  ['Text #a\n\n#b #c  \n', 'Text #a\n\n#b #c #new  \n'],
  ['Tags: #a, #b\n', 'Tags: #a, #b, #new\n'],
  ['```\n#a\n```\n', '#new\n\n```\n#a\n```\n'],
])('%j with a new tag is %j', (before, after) => {
  const result = changeTags(before, { add: ['new'], remove: [] }).text
  expect(result.replace('[new]', '[ new ]')).toBe(after)
  expect(changeTags(result, { add: ['New'], remove: [] }).text).toBe(result)
})

test.each([
  ['#old\n', ''],
  ['A\n#old\nB\n', 'A\nB\n'],
  ['A\n\n#old', 'A\n'],
  ['#old #b\n', '#b\n'],
  ['#b #old\n', '#b\n'],
  ['#b #old #c #OLD\n', '#b #c\n'],
  ['a #old, b', 'a, b'],
  ['- #old\n', ''],
  ['- a\n- #old #old\n- b\n', '- a\n- b\n'],
  ['- #old\n  more\n', '- \n  more\n'],
  ['> a\n> #old\n', '> a\n'],
  ['1. #old\n\n  more\n', '\n  more\n'],
  ['Text\n- #old\n---\n', 'Text\n\n---\n'],
  ['#old #OLD text\n', 'text\n'],
  ['\ufeff#old\nText\n', '\ufeffText\n'],
  ['**#old**\n', ''],
  ['a **#old** b *#old* ==#old==\n', 'a b\n'],
  ['**#old text** **#b #old**\n', '**text** **#b**\n'],
  ['- #old text\n', '- text\n'],
  ['> #old text\r\n', '> text\r\n'],
  ['#old/below `#old` \\#old x#old\n', '#old/below `#old` \\#old x#old\n'],
  ['---\ntags: [a, old, b] # c\n---\n#old b\n', '---\ntags: [a, b] # c\n---\nb\n'],
  ['---\ntags:\n  - "#old"\n  - b\n---\n', '---\ntags:\n  - b\n---\n'],
  ['---\ntags: a, old\ntag: old\n---\n', '---\ntags: a\ntag: \n---\n'],
])('%j without a tag is %j', (before, after) => {
  const result = changeTags(before, { add: [], remove: ['old'] }).text
  expect(result.replace('tag: ""', 'tag: ')).toBe(after)
  expect(changeTags(result, { add: [], remove: ['old'] }).text).toBe(result)
})

test('what would make a heading of something is refused', () => {
  expect(() => changeTags('#old # Text\n', { add: [], remove: ['old'] })).toThrow(VaultError)
})

const row = fc.constantFrom(
  '# Title',
  '#a #b',
  'text #a text',
  '- [ ] task #b',
  '> #a',
  '```\n#a\n```',
  '`#a` #c/d',
  '| #a | x |\n|---|---|',
  'Tags: #b',
  '[[#a]]',
  '**#a**',
  '',
)
const note = fc
  .tuple(
    fc.constantFrom(
      '',
      '\ufeff',
      '---\nx: 1 # y\n---\n',
      '---\r\ntags: [a, "b"]\r\n---\r\n',
      '---\ntags:\n- b # z\nu: {q: 1}\n---\n',
    ),
    fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 8 }),
  )
  .map(([head, rows]) => head + rows.map(([text, end]) => text + end).join(''))
const tags = fc.subarray(['a', 'b', 'c/d', 'e'])

test('afterwards the note has exactly the tags that were asked for, and it is made of the same lines but for them', () => {
  fc.assert(
    fc.property(note, tags, tags, (text, add, removed) => {
      const remove = removed.filter((tag) => !add.includes(tag))
      let result: string
      try {
        result = changeTags(text, { add, remove }).text
      } catch (error) {
        expect(error).toBeInstanceOf(VaultError)
        return
      }
      const before = listTags(parseNote(text))
      const expected = new Set([...before, ...add].filter((tag) => !remove.includes(tag)))
      expect(new Set(listTags(parseNote(result)))).toEqual(expected)
      const kept = text
        .replace('\ufeff', '')
        .split('\n')
        .filter((line) => !/#|tags|^- /.test(line) && line.trim() !== '')
      expect(
        result
          .replace('\ufeff', '')
          .split('\n')
          .filter((line) => kept.includes(line)),
      ).toEqual(kept)
      expect(changeTags(result, { add, remove }).text).toBe(result)
    }),
    { seed: 20260303, numRuns: times(600, 3_000) },
  )
})

test("a tag goes below Logseq's page properties, or into their tags", () => {
  const add = (text: string, ...tags: string[]) => changeTags(text, { add: tags, remove: [] }).text
  expect(add('alias:: Al\nicon:: x\n\n- hello\n', 'a', 'b')).toBe(
    'alias:: Al\nicon:: x\n\n#a #b\n\n- hello\n',
  )
  expect(add('alias:: Al\n- hello\n', 'a')).toBe('alias:: Al\n\n#a\n\n- hello\n')
  expect(add('alias:: Al', 'a')).toBe('alias:: Al\n\n#a')
  expect(add('tags:: t1\nalias:: Al\n\n- hello\n', 'a', 'b')).toBe(
    'tags:: t1, #a, #b\nalias:: Al\n\n- hello\n',
  )
  expect(add('tags::\r\n- hello\r\n', 'a', 'b')).toBe('tags:: #a, #b\r\n- hello\r\n')
  expect(add('alias:: Al\n# Title\n', 'a')).toBe('alias:: Al\n# Title\n\n#a\n')
})
