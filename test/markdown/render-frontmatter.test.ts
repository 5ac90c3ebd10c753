import { load, YAML11_SCHEMA } from 'js-yaml'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrontmatter } from '../../src/markdown/read/read-frontmatter.ts'
import { renderFrontmatter } from '../../src/markdown/edit/render-frontmatter.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'

test('keys keep their order; dates are plain; what reads as something else is quoted', () => {
  const data = {
    title: 'AC/DC: live',
    created: '2026-01-02T03:04:05Z',
    due: '2026-01-02',
    tags: ['a', 'b c', 'no'],
    answer: 'yes',
    time: '12:30',
    number: '007',
    count: 7,
    done: false,
    link: '[[Home]]',
    empty: '',
    nothing: null,
    skipped: undefined,
    text: 'two\nlines',
    plain: "it's C# at http://a.example",
    map: { k: [{ a: 1, b: [2] }] },
    none: [],
  }
  expect(renderFrontmatter(data)).toBe(
    lines(
      '---',
      'title: "AC/DC: live"',
      'created: 2026-01-02T03:04:05Z',
      'due: 2026-01-02',
      'tags: [a, b c, "no"]',
      'answer: "yes"',
      'time: "12:30"',
      'number: "007"',
      'count: 7',
      'done: false',
      'link: "[[Home]]"',
      'empty: ""',
      'nothing:',
      'text: "two\\nlines"',
      "plain: it's C# at http://a.example",
      'map:',
      '  k:',
      '    - a: 1',
      '      b: [2]',
      'none: []',
      '---',
    ),
  )
})

test('no data needs no frontmatter', () => {
  expect(renderFrontmatter({})).toBe('')
})

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom(
      'yes',
      'off',
      '~',
      '1_000',
      '0b1',
      '1e3',
      '.5',
      '12:30:45',
      '=',
      '<<',
      'a: b',
      'a #b',
      '-',
      '- x',
      '\u2028',
      '\ufeff',
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

test('what is written is read back, whatever it is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { noNullPrototype: true }), (data) => {
      const { data: read, problem } = readFrontmatter(renderFrontmatter(data))
      expect(problem).toBeNull()
      expect(read).toEqual(JSON.parse(JSON.stringify(data)))
    }),
    { numRuns: times(100, 500) },
  )
})

test('a YAML 1.1 reader takes every string but dates for a string', () => {
  const isDate = /^\d{4}-\d\d-\d\d/
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'yYnNoOfF+-.0123456789_:xXeEaAtTrRuUlL~=< '.match(/./g)!) }),
    fc.string(),
  )
  fc.assert(
    fc.property(word, (text) => {
      fc.pre(!isDate.test(text))
      const yaml = renderFrontmatter({ key: text }).slice(4, -4)
      expect(load(yaml, { schema: YAML11_SCHEMA })).toEqual({ key: text })
    }),
    { numRuns: times(400, 2000) },
  )
})
