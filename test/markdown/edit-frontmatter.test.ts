import { describe, expect, test } from 'vitest'
import { editFrontmatter } from '../../src/markdown/edit/edit-frontmatter.ts'
import { readFrontmatter } from '../../src/markdown/read/read-frontmatter.ts'
import { setProperties } from '../../src/markdown/edit/set-properties.ts'
import { applyEdits } from '../../src/model/text-edit.ts'
import { lines } from '../support/lines.ts'

type Changes = Record<string, unknown>

function edit(text: string, changes: Changes): string {
  return applyEdits(text, editFrontmatter(text, changes))
}

/** The same for the YAML between the fences of a note with a body. */
function editYaml(yaml: string, changes: Changes): string {
  const result = edit(`---\n${yaml}---\nbody\n`, changes)
  expect(result.slice(-9)).toBe('---\nbody\n')
  return result.slice(4, -9)
}

describe('a key that is there', () => {
  test.each<[string, Changes, string]>([
    ['a: 1 # note\nb: 2\n', { a: 2 }, 'a: 2 # note\nb: 2\n'],
    ['a:   old\n', { a: 'new' }, 'a:   new\n'],
    ['a: "old"\n', { a: 'new' }, 'a: "new"\n'],
    ["a: 'old'\n", { a: "it's" }, "a: 'it''s'\n"],
    ['a: old\n', { a: 'x: y' }, 'a: "x: y"\n'],
    ['a: 2026-01-02\n', { a: '2026-01-03' }, 'a: 2026-01-03\n'],
    ['a:\nb: 1\n', { a: 'x' }, 'a: x\nb: 1\n'],
    ['a:  \nb: 1\n', { a: 'x' }, 'a: x\nb: 1\n'],
    ['a: # why\n', { a: 'x' }, 'a: x # why\n'],
    ['a: one\n  two # c\nb: 1\n', { a: 'x' }, 'a: x # c\nb: 1\n'],
    ['a: | # c\n  one\n  # two\n\n# d\nb: 1\n', { a: 'x' }, 'a: x # c\n\n# d\nb: 1\n'],
    ['a: !!str 5\n', { a: 6 }, 'a: 6\n'],
    ['a: !!str 5 # c\n', { a: '6' }, 'a: !!str "6" # c\n'],
    ['a: &x v\nb: 1\n', { a: 'w' }, 'a: &x w\nb: 1\n'],
    ['a: &x v\nb: *x # c\n', { b: 'w' }, 'a: &x v\nb: w # c\n'],
    ['a: 1\n', { a: 1e21 }, 'a: 1e+21\n'],
    ['a: 1\na: 2\n', { a: 3 }, 'a: 1\na: 3\n'],
    ['? a\n: 1\n', { a: 2 }, '? a\n: 2\n'],
    ['"a b": 1\n', { 'a b': 2 }, '"a b": 2\n'],
    ['2026: 1\n', { 2026: 2 }, '2026: 2\n'],
    ['a: {x: 1} # c\n', { a: { w: 'p, q' } }, 'a: {w: "p, q"} # c\n'],
    ['a: 1\nb: 2\n', { a: { x: [1, { w: 2 }] } }, 'a:\n  x:\n    - 1\n    - w: 2\nb: 2\n'],
    ['date: {{date}}\na: 1\n', { a: 2 }, 'date: {{date}}\na: 2\n'],
    ['a: 1\n\n\n# c\n\nb: 2\n', { b: 3 }, 'a: 1\n\n\n# c\n\nb: 3\n'],
  ])('%j with %j', (yaml, changes, expected) => {
    expect(editYaml(yaml, changes)).toBe(expected)
  })
})

describe('a list', () => {
  test.each<[string, string[], string]>([
    ['t: [a, "b" ,c] # d\n', ['a', 'b', 'c', 'd e'], 't: [a, "b" ,c, d e] # d\n'],
    ['t: [a, "b" ,c] # d\n', ['a', 'c'], 't: [a ,c] # d\n'],
    ['t: [a, "b" ,c] # d\n', ['"x"', 'b', 'c'], 't: ["\\"x\\"", "b" ,c] # d\n'],
    ['t: [a, b]\n', ['b'], 't: [b]\n'],
    ['t: [a, b]\n', ['z', 'a', 'b'], 't: [z, a, b]\n'],
    ['t: [a, b]\n', [], 't: []\n'],
    ['t: []\n', ['a'], 't: [a]\n'],
    ['t: [\n  a, # one\n  b\n  ]\n', ['a', 'b', 'c'], 't: [\n  a, # one\n  b, c\n  ]\n'],
    [
      't: # c\n  - a # one\n  # two\n  - "b"\nx: 1\n',
      ['a', 'b', 'c'],
      't: # c\n  - a # one\n  # two\n  - "b"\n  - c\nx: 1\n',
    ],
    ['t:\n- a\n- b # c\n- d\nx: 1\n', ['a', 'd'], 't:\n- a\n- d\nx: 1\n'],
    ['t:\n    - a\n    - b\n', ['z', 'b'], 't:\n    - z\n    - b\n'],
    ['t:\n  - a # x\n  - b # y\n', ['b', 'a'], 't:\n  - b # y\n  - a # x\n'],
    ['t: # c\n  - a # d\nx: 1\n', [], 't: [] # c\nx: 1\n'],
    ['t: a\n', ['a', 'b'], 't: [a, b]\n'],
    ['l:\n   - x\nt: a # c\n', ['a', 'b'], 'l:\n   - x\nt: # c\n   - a\n   - b\n'],
    ['l:\n   - x\nt:\nz: 1\n', ['a'], 'l:\n   - x\nt:\n   - a\nz: 1\n'],
    ['t:\n  - &k a\n  - b\n', ['b'], 't:\n  - b\n'],
    // No item inherits another one's anchor.
    ['t: [&k a, b]\n', ['b'], 't: [b]\n'],
    ['t:\n  - k: 1\n    l: 2\n  - b\n', ['b'], 't:\n  - b\n'],
    ['t:\n- a\n# keep\n- b\n- A\n', ['b'], 't:\n# keep\n- b\n'],
    ['t:\r\n- a\r\n# keep\r\n- b\r\n- A\r\n', ['b'], 't:\r\n# keep\r\n- b\r\n'],
    ['t:\n- a # 1\n# 2\n- b\n# 3\n- c\n', ['z', 'b'], 't:\n- z # 1\n# 2\n- b\n# 3\n'],
    ['t:\n- "a" # 1\n- k: 1 # 2\n- b\n- d\n', ['x: y', 'z', 'b', 'w'], 't:\n- "x: y" # 1\n- z\n- b\n- w\n'],
    ['t:\n- a # 1\n# 2\n- b\n', ['z', 'y', 'x'], 't:\n- z # 1\n# 2\n- "y"\n- x\n'],
    ['t:\n- a # 1\n# 2\n- b\n- c\n', ['c', 'z', 'a'], 't:\n# 2\n- c\n- z\n- a # 1\n'],
    ['t:\n- a\n- b\n# end\nx: 1\n', ['a', 'q', 'b', 'r'], 't:\n- a\n- q\n- b\n- r\n# end\nx: 1\n'],
  ])('%j becomes %j', (yaml, list, expected) => {
    expect(editYaml(yaml, { t: list })).toBe(expected)
  })

  test('a list becomes a text, below its own comment', () => {
    expect(editYaml('t: # c\n  - a # d\n  - b\nx: 1\n', { t: 'w' })).toBe('t: w # c\nx: 1\n')
  })
})

describe('removing', () => {
  test.each<[string, Changes, string]>([
    ['a: 1\nb: 2 # c\nd: 3\n', { b: null }, 'a: 1\nd: 3\n'],
    ['# x\na:\n  - 1\n  # y\n  - 2\n# z\nb: 2\n', { a: null }, '# x\n# z\nb: 2\n'],
    ['a: |\n  x\n  # y\n\nb: 2\n', { a: null }, '\nb: 2\n'],
    ['a: 1\nb: 2\na: 3\n', { a: null }, 'b: 2\n'],
    ['a: 1\n', { a: null }, ''],
    ['a: 1\n', { b: null }, 'a: 1\n'],
    ['{a: 1, b: 2, c: 3}\n', { a: null }, '{b: 2, c: 3}\n'],
    ['{a: 1, b: 2, c: 3}\n', { b: null, c: 4, d: 'e, f' }, '{a: 1, c: 4, d: "e, f"}\n'],
  ])('%j with %j', (yaml, changes, expected) => {
    expect(editYaml(yaml, changes)).toBe(expected)
  })
})

describe('adding', () => {
  test.each<[string, Changes, string]>([
    ['a: 1\n', { b: 2, c: ['x', 'w'] }, 'a: 1\nb: 2\nc: [x, w]\n'],
    ['t:\n- a\n# end\n', { c: ['x', 'y'] }, 't:\n- a\n# end\nc:\n- x\n- "y"\n'],
    ['', { a: 1 }, 'a: 1\n'],
    ['# c\n', { a: 1 }, '# c\na: 1\n'],
    ['  a: 1\n', { b: 2 }, '  a: 1\n  b: 2\n'],
    ['{}\n', { b: 2 }, '{b: 2}\n'],
    ['a: |+\n  x\n\n', { b: 2 }, 'a: |+\n  x\n\nb: 2\n'],
  ])('%j with %j', (yaml, changes, expected) => {
    expect(editYaml(yaml, changes)).toBe(expected)
  })

  test.each([
    ['', '---\na: 1\n---\n'],
    ['text', '---\na: 1\n---\ntext'],
    ['\ufeff\r\ntext\n', '\ufeff---\r\na: 1\r\n---\r\n\r\ntext\n'],
    ['---\nno end', '---\na: 1\n---\n---\nno end'],
  ])('to %j, which has no frontmatter', (text, expected) => {
    expect(edit(text, { a: 1 })).toBe(expected)
    expect(edit(text, { a: null })).toBe(text)
  })
})

describe('bytes', () => {
  test('line ends, mixed ones too, a byte-order mark and a missing last line break stay', () => {
    const text = '\ufeff---\r\na: 1\nb:\r\n  - x\r\nc: 3\n---\r\nbody\r\nmore\nend'
    expect(edit(text, { a: 2, b: ['x', 'y'], d: 4 })).toBe(
      '\ufeff---\r\na: 2\nb:\r\n  - x\r\n  - "y"\r\nc: 3\nd: 4\n---\r\nbody\r\nmore\nend',
    )
    expect(edit('---\r\na: 1\r\n---', { b: 2 })).toBe('---\r\na: 1\r\nb: 2\r\n---')
  })

  test('a value that is there already makes no edit', () => {
    const text = lines('---', 'a: "x"', 'b: [1, {c: d}]', 'e: 2026-01-02', '---')
    expect(editFrontmatter(text, { a: 'x', b: [1, { c: 'd' }], e: '2026-01-02', f: null })).toEqual([])
  })

  test('a Date is written as its ISO time', () => {
    expect(edit('', { a: new Date(0) })).toBe('---\na: 1970-01-01T00:00:00.000Z\n---\n')
  })
})

describe('what cannot be done changes nothing', () => {
  test.each<[string, Changes, string]>([
    ['---\na: b: c\n---\n', { x: 1 }, 'VALIDATION_FAILED'],
    ['---\n- a\n---\n', { x: 1 }, 'VALIDATION_FAILED'],
    ['---\n? {k: v}\n: 1\n---\n', { x: 1 }, 'VALIDATION_FAILED'],
    ['---\na: &x v\nb: *x\n---\n', { a: 'w' }, 'CONFLICT'],
    ['---\na: &x v\nb: *x\n---\n', { a: null }, 'CONFLICT'],
    ['---\na: 1\n...\n---\n', { b: 1 }, 'CONFLICT'],
    // The blank line would become text of the first key.
    ['---\na: |+\n  x\nb: 1\n\nc: 2\n---\n', { b: null }, 'CONFLICT'],
    ['', { a: () => 1 }, 'VALIDATION_FAILED'],
    ['', { a: Number.NaN }, 'VALIDATION_FAILED'],
    ['---\na: 1\n---\n', { a: 1e20 }, 'VALIDATION_FAILED'],
    ['---\na: 1\n---\n', { a: [-(2 ** 53)] }, 'VALIDATION_FAILED'],
  ])('%j with %j', (text, changes, code) => {
    expect(() => editFrontmatter(text, changes)).toThrow(expect.objectContaining({ code }) as Error)
  })

  test('the error says how to go on', () => {
    expect(() => editFrontmatter('', { x: 1e20 })).toThrow(
      'A number in "x" has more digits than can be kept exactly: it was read as 100000000000000000000.',
    )
    expect(() => editFrontmatter('---\na: b: c\n---\n', { x: 1 })).toThrow(
      "The note's frontmatter cannot be read: Nested mappings are not allowed in compact mappings. (line 2)",
    )
  })
})

test('a key may have any name', () => {
  const names = ['', ' ', 'a: b', '#x', '__proto__', 'yes', '12', 'ключ', '- a', '"q"', "a'b", '{x}', '? y']
  const changes = Object.fromEntries(names.map((name) => [name, 'v']))
  const text = edit('text', changes)
  expect(readFrontmatter(text).data).toEqual(changes)
  expect(edit(text, Object.fromEntries(names.map((name) => [name, null])))).toBe('---\n---\ntext')
})

test('a key that YAML would not read as one is not written', () => {
  const set = (key: string) => editFrontmatter('---\na: 1\n---\n', { [key]: 'v' })
  expect(set('x'.repeat(1024))).toHaveLength(1)
  for (const key of ['x'.repeat(1025), ':'.repeat(1023)])
    expect(() => set(key)).toThrow('A key of frontmatter has at most 1024 characters')
  expect(() => editFrontmatter('text', { a: { ['x'.repeat(1025)]: 1 } })).toThrow('at most 1024 characters')
})

test('a key in another Unicode form is the same key, and stays as it is written', () => {
  const key = 'größe'.normalize('NFD')
  const text = `---\n${key}: 5 # cm\n---\n`
  expect(setProperties(text, { changes: { größe: 7 } })).toBe(`---\n${key}: 7 # cm\n---\n`)
  expect(setProperties(text, { changes: { größe: null } })).toBe('---\n---\n')
  const both = `---\n${key}: 5\ngröße: 6\n---\n`
  expect(setProperties(both, { changes: { größe: 7 } })).toBe(both.replace('6', '7'))
})
