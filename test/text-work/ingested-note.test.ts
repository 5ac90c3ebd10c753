import { expect, test } from 'vitest'
import { usualTags } from '../../src/model/tag-style.ts'
import { mergeOwnSections, renderIngested, type NoteFacts } from '../../src/text-work/ingested-note.ts'

const unknown = { author: null, date: null, site: null, description: null, language: null, pages: null }

const facts: NoteFacts = {
  title: 'T [a](b)',
  origin: { kind: 'file', path: 'raw/Report [2020](final).pdf', name: 'Report [2020](final).pdf' },
  draft: { ...unknown, title: null, author: 'A](b', date: '2020', description: 'd [x](y) ](z', warnings: [] },
  today: '2026-01-01',
  tagStyle: usualTags,
  summary: null,
  keyPoints: ['k [l](<m>) ](n', '](o)'],
}

// A note that was ingested before must not look as if it was changed by hand.
test('what a section is known by stays the same, whatever links are in it', () => {
  const markdown =
    'See [a](<b (c) [d].pdf>), [e](f.md "t"), [[g|h]] ](open\nand [i](j(k).md) [l](m\r\n[n](<o>) [p](<q](r.md) s](<t>u) [v]()\n'
  expect(renderIngested(markdown, { facts, path: 'resources/note.md' }).states).toBe(
    'summary=made:97732cc4a1fa; key_points=given:2470a024e4f5; source=made:d9297d54e1f0; raw_content=made:f0016c25c3d1',
  )
})

test.each(['](', '](<', '](<)', '](<a>'])('a text of %j alone is looked through once', (part) => {
  const body = part.repeat(1_500_000 / part.length)
  const states = 'summary=made:000000000000'
  const sections = [{ name: 'Summary', body: 'x', isGiven: false } as const]
  expect(mergeOwnSections(`## Summary\n\n${body}\n`, { states, sections }).kept).toEqual(['Summary'])
})
