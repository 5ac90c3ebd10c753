import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linearPattern } from '../../src/markdown/text/linear-pattern.ts'
import { times } from '../support/long.ts'

function matches(source: string, text: string): boolean | string {
  const pattern = linearPattern(source)
  return pattern.kind === 'pattern' ? pattern.test(text) : pattern.message
}

test.each([
  ['^[0-9-]{10,17}$', '978-0735211292', true],
  ['^[0-9-]{10,17}$', '978', false],
  ['^\\d{4}-\\d{2}$', '2026-02', true],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', 'a-good-slug', true],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', 'a--bad', false],
  ['^(https?|ftp)://', 'see http://x', false],
  ['^(?:https?|ftp)://[^\\s]+$', 'https://example.org/ä', true],
  ['\\bfoo\\b', 'a foo.', true],
  ['\\bfoo\\b', 'food', false],
  ['^\\p{Lu}\\p{L}*$', 'Ärger', true],
  ['^.$', '😀', true],
  ['^[\\w\\-]+\\@x$', 'a-b@x', true],
  ['(?<year>\\d+)', 'in 1999', true],
  ['a{2,}', 'caat', true],
  ['^a{0}$', '', true],
  ['', 'anything', true],
  ['^$', '', true],
  ['x*?', '', true],
  ['[\\]x]', ']', true],
  ['^[^\\n]+$', 'a\nb', false],
])('%j on %j is %s', (source, text, expected) => {
  expect(matches(source, text)).toBe(expected)
})

test.each([
  ['(', 'it is not a regular expression'],
  ['(?=a)', 'it looks ahead or behind, or changes flags'],
  ['(?<!a)b', 'it looks ahead or behind, or changes flags'],
  ['(a)\\1', 'it refers back to a group'],
  ['(?<n>a)\\k<n>', 'it refers back to a group'],
  ['(((a{99}){99}){99}){99}', 'it is too large'],
  ['(?:){9999999}', 'it is too large'],
  ['(a?){1,99999}', 'it is too large'],
  ['a'.repeat(1001), 'it is too large'],
])('%j is %s', (source, message) => {
  expect(matches(source, 'ab')).toBe(message)
})

test('a class may hold what would be unsupported outside it', () => {
  expect(matches('[(?=]', '=')).toBe(true)
  expect(matches('\\(?=', '(=')).toBe(true)
  expect(matches('\\\\1', '\\1')).toBe(true)
})

test('patterns that make a backtracking engine hang are answered at once', () => {
  const text = `${'a'.repeat(1000)}!`
  for (const source of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(.*)*$',
    'a*a*a*a*a*a*b',
    '^(([a-z])+.)+[A-Z]$',
    '(a*)*b',
    '^(a?){500}a{500}$',
  ]) {
    // Some of these take longer than the universe in a backtracking engine: that this ends is what is shown.
    matches(source, text)
  }
})

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d', 'é', '😀', '\\b', '^', '$')
const source = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => a + b),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?'))
      .map(([a, q]) => `(${a})${q}`),
  ),
})).tree

test('it agrees with JavaScript’s own engine on every pattern that both can answer', () => {
  fc.assert(
    fc.property(
      source,
      fc.array(fc.constantFrom('a', 'b', 'c', '1', 'é', '😀', '\n', ' '), { maxLength: 6 }),
      (pattern, parts) => {
        const text = parts.join('')
        expect(matches(pattern, text)).toBe(new RegExp(pattern, 'u').test(text))
      },
    ),
    { numRuns: times(400, 2000) },
  )
})
