import { expect, test } from 'vitest'
import { readFrontmatter } from '../../src/markdown/read/read-frontmatter.ts'

function data(yaml: string): unknown {
  const { data, problem } = readFrontmatter(`---\n${yaml}\n---\n`)
  expect(problem).toBeNull()
  return data
}

test.each([
  ['created: 2026-01-02', { created: '2026-01-02' }],
  ['at: 2026-01-02T03:04:05Z', { at: '2026-01-02T03:04:05Z' }],
  ['a: yes\nb: off\nc: 12:30', { a: 'yes', b: 'off', c: '12:30' }],
  ['a: true\nb: ~\nc: 1.5\nd: 0x1F\ne: 010', { a: true, b: null, c: 1.5, d: 31, e: 10 }],
  ['a: 1\na: 2', { a: 2 }],
  ['', {}],
  ['# only a comment', {}],
  ['a: &x [1]\nb: *x', { a: [1], b: [1] }],
  ['date: {{date}}', { date: { '{ date }': null } }],
  ['a: [\n  1,\n  2\n]\nb: 3', { a: [1, 2], b: 3 }],
])('%j', (yaml, expected) => {
  expect(data(yaml)).toEqual(expected)
})

test('a key with the name of a prototype is a key', () => {
  expect(Object.keys(data('__proto__: 1\nconstructor: 2') as object)).toEqual(['__proto__', 'constructor'])
})

test.each([
  ['- a', 'It is not a list of keys with values.'],
  ['just text', 'It is not a list of keys with values.'],
  ['ok: 1\na: b: c', 'Nested mappings are not allowed in compact mappings. (line 3)'],
  ['a: "x', 'Missing closing "quote. (line 3)'],
  ['a: &x [*x]', 'Its aliases expand to too much.'],
])('%j cannot be read, and says why', (yaml, problem) => {
  expect(readFrontmatter(`---\n${yaml}\n---\n`)).toMatchObject({ data: {}, problem })
})

test('aliases to aliases do not fill the memory', () => {
  const levels = Array.from({ length: 12 }, (_, index) => {
    return `k${index}: &k${index} [${Array(9)
      .fill(index === 0 ? 'x' : `*k${index - 1}`)
      .join(', ')}]`
  })
  expect(readFrontmatter(`---\n${levels.join('\n')}\n---\n`)).toMatchObject({
    data: {},
    problem: expect.stringMatching(/alias/i) as string,
  })
})

test.each([
  '',
  'text',
  '----\na: 1\n---\n',
  '---\na: 1\n',
  '---\na: 1\n--- x\n',
  'x\n---\na: 1\n---\n',
  ' ---\na: 1\n---',
  '---',
])('%j has none', (text) => {
  expect(readFrontmatter(text)).toEqual({
    range: null,
    header: null,
    raw: '',
    data: {},
    problem: null,
    bodyStart: 0,
    bodyLine: 1,
  })
})

test.each([
  ['---\na: 1\n---\nbody', 'a: 1\n', 13, 4],
  ['---  \r\na: 1\r\n---\t\r\nbody', 'a: 1\r\n', 19, 4],
  ['---\na: 1\n---', 'a: 1\n', 12, 3],
  ['---\n---\nbody', '', 8, 3],
  ['\ufeff---\na: 1\n---\nbody', 'a: 1\n', 14, 4],
])('%j: its text and where the body begins', (text, raw, bodyStart, bodyLine) => {
  expect(readFrontmatter(text)).toMatchObject({ raw, bodyStart, bodyLine, problem: null })
})
