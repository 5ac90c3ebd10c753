import { expect, test } from 'vitest'
import { findStaleParts } from '../../src/markdown/edit/find-stale-parts.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { removeTags } from '../../src/markdown/edit/remove-tags.ts'
import { listReferences } from '../../src/markdown/read/list-references.ts'
import { splitReferences, withoutDefinitions } from '../../src/markdown/edit/split-references.ts'
import { lines } from '../support/lines.ts'

test('definitions go with the part that uses them, also by way of a footnote', () => {
  const part = 'See [one] and [^note].\n'
  const text = lines(
    '# Note',
    '',
    part.trimEnd(),
    '',
    'Here [two] and [shared], there [shared].',
    '',
    '[^note]: It says [three].',
    '',
    '[one]: one.md',
    '[two]: two.md',
    '[three]: three.md',
    '[one]: again.md',
    '[shared]: shared.md',
  )
  const start = text.indexOf(part)
  const split = splitReferences(text, { start, end: start + part.length })
  const keys = (definitions: readonly { readonly key: string }[]) => definitions.map(({ key }) => key)
  expect(keys(split.neededInside)).toEqual(['^note', 'one', 'three'])
  expect(keys(split.onlyInside)).toEqual(['^note', 'one', 'three'])
  expect(keys(split.neededOutside)).toEqual([])
})

test('a definition in a footnote goes with it', () => {
  const text = lines('[^1]: see [r]', '', '    [r]: r.md', '', 'end')
  const { definitions } = listReferences(text)
  expect(definitions.map(({ key, start, end }) => [key, text.slice(start, end)])).toEqual([
    ['^1', lines('[^1]: see [r]', '', '    [r]: r.md')],
    ['r', '    [r]: r.md\n'],
  ])
  expect(withoutDefinitions(text, definitions)).toBe('\nend\n')
})

test('sections whose tasks are all done are found one by one', () => {
  const done = ['- [x] one', '- [x] two', '- [-] three']
  const text = lines('## A', ...done, '### Below', '- [ ] open', '## B', '- [ ] open', '## C', ...done)
  const stale = findStaleParts(text, parseNote(text), '2026-01-01')
  expect(stale.map(({ line_number, text: said }) => [line_number, said])).toEqual([
    [1, 'A (3 done)'],
    [9, 'C (3 done)'],
  ])
})

test('of tags that stand together those that are meant go', () => {
  const style = { hashtags: true, colonTags: true, multiwordTags: false, keywords: false }
  const text = 'One :a:b:c: and :a:b: here.\n'
  const left = removeTags(text, parseNote(text, style), new Set(['a', 'b']))
  expect(left).toBe('One :c: and here.\n')
})

test.each([
  ['labels that do not end', '\\[a'],
  ['labels in one line', '[a]: '],
])('a text of %s is looked through once', (_name, part) => {
  const text = `[b]\n\n${part.repeat(900_000 / part.length)}\n\n[b]: c.md\n`
  expect(splitReferences(text, { start: 0, end: 4 }).onlyInside.map(({ key }) => key)).toEqual(['b'])
})
