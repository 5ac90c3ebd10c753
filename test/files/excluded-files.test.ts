import { expect, test } from 'vitest'
import { excludedFiles, excludedProblem, namesExcluded } from '../../src/files/excluded-files.ts'

test.each([
  ['Archive/', ['Archive/old.md', 'archive/a/b.md'], ['Archive.md', 'my/Archive/old.md', 'Archives/x.md']],
  ['Notes/private.md', ['Notes/private.md'], ['Notes/private.txt', 'private.md']],
  // Obsidian takes a filter without a slash at its end for the beginning of any path.
  ['Arch', ['Archive/old.md', 'arch.md'], ['a/Arch.md']],
  ['[old] (1)/*.md', ['[old] (1)/*.md'], ['[old] (1)/x.md', 'o (1)/x.md']],
  ['\u00e9t\u00e9/', ['e\u0301te\u0301/x.md', '\u00c9T\u00c9/x.md'], ['ete/x.md']],
  ['/\\.draft\\.md$/', ['a/x.draft.md', 'X.DRAFT.MD'], ['draft.md', 'x.draft.md/y.md']],
  ['/^templates/', ['Templates/x.md', 'templates.md'], ['a/templates/x.md']],
  ['/\\d{4}/', ['log/2024/x.md'], ['log/24/x.md']],
  ['//', [], ['a.md', '/']],
  ['/abc', [], ['ab.md', 'abc.md', 'x/abc.md']],
  ['Stra\u00dfe/', ['stra\u00dfe/x.md'], ['strasse/x.md']],
  ['ΑΣ/', ['ας/x.md'], ['α/x.md']],
  ['οδος', ['ΟΔΟΣ.md'], ['οδο.md']],
  ['/(?<=a)b/', [], ['ab.md']],
  ['/(/', [], ['(.md']],
])('%s excludes what it excludes in Obsidian', (filter, excluded, others) => {
  const isExcluded = excludedFiles([filter])
  expect([...excluded, ...others].filter(isExcluded)).toEqual(excluded)
})

test('a folder, or the beginning of a path, names what is excluded where it is excluded itself', () => {
  const settings = { excluded: ['Archive/', 'a/b.md', '/drafts/'] }
  const asked = ['Archive', 'archive/2024', 'a/b.md', 'x/drafts', 'a', 'Arch', '', 'x']
  expect(asked.filter((path) => namesExcluded(settings, path))).toEqual(asked.slice(0, 4))
  expect(namesExcluded(settings, undefined)).toBe(false)
  expect(namesExcluded({ excluded: ['/a*/'] }, '')).toBe(false)
})

test.each([
  ['Archive/', null],
  ['(', null],
  ['//', null],
  ['/^templates/', null],
  ['/(/', 'it is not a regular expression'],
  ['/(?<=a)b/', 'it looks ahead or behind, or changes flags'],
])('why the filter %s has no effect: %j', (filter, problem) => {
  expect(excludedProblem(filter)).toBe(problem)
})

test('filters that cannot be read leave the others in force', () => {
  const isExcluded = excludedFiles(['/(/', 'Archive/', '/\\.draft\\.md$/'])
  const paths = ['Archive/a.md', 'a.draft.md', '(.md']
  expect(paths.map(isExcluded)).toEqual([true, true, false])
  expect(excludedFiles([])('a.md')).toBe(false)
})

test('a pattern excludes names in either Unicode form', () => {
  const isExcluded = excludedFiles(['/^entwu\u0308rf/'])
  expect(['entwürfe/a.md', 'entwu\u0308rfe/a.md'].map(isExcluded)).toEqual([true, true])
})

test('a hostile pattern takes time in proportion to the path', () => {
  const isExcluded = excludedFiles([`/${'(a+)+'.repeat(20)}$/`])
  expect(isExcluded(`${'a'.repeat(200)}!`)).toBe(false)
})
