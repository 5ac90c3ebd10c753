import { expect, test } from 'vitest'
import { globMatcher, ignoreMatcher } from '../../src/files/ignore-matcher.ts'

test.each([
  ['Archive', 'Archive/deep/a.md', true],
  ['Archive', 'Archive', true],
  ['Archive/', 'Archive/a.md', true],
  ['Archive/**', 'Archive/b/a.md', true],
  ['./log.md', 'log.md', true],
  ['Archive', 'Archive 2/a.md', false],
  ['Archive', 'sub/Archive/a.md', false],
  ['**/Archive', 'sub/Archive/a.md', true],
  ['**/Archive', 'Archive/a.md', true],
  ['log-*.md', 'log-1.md', true],
  ['log-*.md', 'x/log-1.md', false],
  ['drafts/*', 'drafts/a/b.md', true],
  ['drafts/*.md', 'drafts/a/b.md', false],
  ['**/*.excalidraw.md', 'a/b.excalidraw.md', true],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['[ab].md', 'b.md', true],
  ['[!ab].md', 'b.md', false],
  ['*.{txt,mdx}', 'a.mdx', true],
  ['*.{txt,mdx}', 'a.md', false],
  ['a+b (c).md', 'a+b (c).md', true],
  ['a+b*', 'aab', false],
  ['{unclosed', '{unclosed', true],
  ['\\[a]/x\\*', '[a]/x*', true],
  ['\\[a]', 'a', false],
  ['/log.md', 'log.md', true],
  ['Archive//', 'Archive/a.md', true],
  ['a**z.md', 'a/b/z.md', true],
  ['a[', 'a[', true],
  ['[a[!].md', '!.md', true],
  ['[a\\d].md', '1.md', false],
  ['{a.b,c}.md', 'axb.md', false],
  ['a b*', 'a bc', true],
  ['a\\ b*', 'a bc', true],
  ['a*\\', 'ab\\', true],
  ['Größe ö', 'Gro\u0308ße o\u0308/a.md', true],
  ['Gro\u0308ße', 'Größe/a.md', true],
  ['**/entwürfe/**', 'a/entwu\u0308rfe/e.md', true],
  ['[äö]?.md', 'o\u0308u\u0308.md', true],
  ['한글*.md', '한글노트.md'.normalize('NFD'), true],
  ['x'.repeat(1_001), `${'x'.repeat(1_001)}/a.md`, true],
])('%j on %j: %s', (glob, path, expected) => {
  expect(ignoreMatcher([glob])(path)).toBe(expected)
})

test('no globs leave nothing out', () => {
  expect(ignoreMatcher([])('a.md')).toBe(false)
})

test('a glob that cannot be read leaves the others in force', () => {
  const isIgnored = ignoreMatcher(['[z-a]*', 'drafts', '*.tmp'])
  expect(['z', 'a', 'drafts/a.md', 'a.tmp', 'a.md'].map(isIgnored)).toEqual([false, false, true, true, false])
})

test.each([
  ['a/*', ['a/b']],
  ['a/**', ['a', 'a/b', 'a/b/c']],
  ['**/b', ['a/b']],
  ['**', ['a', 'a/b', 'a/b/c', 'ab']],
])('the whole of a path matches %s', (glob, expected) => {
  expect(['a', 'a/b', 'a/b/c', 'ab'].filter(globMatcher(glob))).toEqual(expected)
})
