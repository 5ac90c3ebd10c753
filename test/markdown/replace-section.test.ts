import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { replaceSectionText } from '../../src/markdown/edit/replace-section-text.ts'
import { sectionPath } from '../../src/markdown/read/require-section.ts'
import { findSections } from '../../src/markdown/read/find-sections.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { times } from '../support/long.ts'

function replace(text: string, wanted: string, content: string) {
  const note = parseNote(text)
  const found = findSections(note, wanted)
  if (found.kind !== 'resolved') throw new Error(found.kind)
  return replaceSectionText(text, note, found.section, content)
}

test.each([
  ['## A\nx\n## B\n', '## A\ny\n## B\n'],
  ['## A\n\nx\n\n## B\n', '## A\ny\n\n## B\n'],
  ['## A\n## B\n', '## A\ny\n## B\n'],
  ['## A\n\n## B\n', '## A\ny\n\n## B\n'],
  ['## A', '## A\ny'],
  ['## A\n', '## A\ny\n'],
  ['## A\nx', '## A\ny'],
  ['## A\r\nx\r\n\r\n## B', '## A\r\ny\r\n\r\n## B'],
  ['\ufeff## A\r\nx', '\ufeff## A\r\ny'],
  ['## A\nx\n\n\n', '## A\ny\n\n\n'],
  // Without a blank line the next heading would be underlined text of this paragraph.
  ['## A\n```\nx\n```\nB\n===\n', '## A\ny\n\nB\n===\n'],
])('%j becomes %j', (before, after) => {
  expect(replace(before, 'A', 'y').text).toBe(after)
  expect(replace(before, 'A', 'y\n').text).toBe(after)
})

test('the content takes the line ends of a text that has only CRLF', () => {
  expect(replace('## A\r\nx\r\n', 'A', 'y\nz').text).toBe('## A\r\ny\r\nz\r\n')
  expect(replace('## A\r\nx\n', 'A', 'y\nz').text).toBe('## A\r\ny\nz\n')
})

test('a section’s path has the headings around it', () => {
  const note = parseNote('# A\n### B\n## C\n### D\n# E\n')
  expect([0, 1, 2, 3, 4].map((index) => sectionPath(note, index))).toEqual([
    'A',
    'A > B',
    'A > C',
    'A > C > D',
    'E',
  ])
})

const breaks = fc.constantFrom('\n', '\r\n', '\n', '\n\n', '\r\n \r\n')
const line = fc.constantFrom(
  '# A',
  '## B',
  '## A ##',
  '### C',
  'text',
  'Setext\n---',
  '```\n## no\n```',
  '> ## no',
  '- [ ] task #tag',
  '\tcode',
  '| a | b |\n|---|---|',
  '[[#A]]',
  '%% c %%',
  '<div>',
  '',
)
const note = fc
  .tuple(
    fc.constantFrom('', '\ufeff', '---\r\nupdated: 2026-01-01 # why\r\n---\r\n', '---\na: [1, 2]\n---\n\n'),
    fc.array(fc.tuple(line, breaks), { minLength: 1, maxLength: 12 }),
    fc.boolean(),
  )
  .map(([head, rows, hasEnd]) => {
    const body = rows.map(([row, end]) => row + end).join('')
    return head + (hasEnd ? body : body.trimEnd())
  })
const content = fc.oneof(
  fc.array(line, { maxLength: 4 }).map((rows) => rows.join('\n')),
  fc.constantFrom('', '\n', 'x\n\n', '```\nopen', '<!-- open', 'x\r\ny', '%% open'),
)

test('nothing outside the section changes, whatever the note, its line ends and the content', () => {
  fc.assert(
    fc.property(note, content, fc.nat(), (text, inserted, pick) => {
      const parsed = parseNote(text)
      fc.pre(parsed.sections.length > 0)
      const section = parsed.sections[pick % parsed.sections.length]!
      const result = attempt(() => replaceSectionText(text, parsed, section, inserted))
      if (result === null) return
      const before = text.slice(0, section.content.start)
      // A note without a final line break keeps none.
      const isLast = section.content.end === text.length && !text.endsWith('\n')
      expect(result.text.startsWith(isLast ? before.trimEnd() : before)).toBe(true)
      if (isLast && inserted.trim() === '') expect(result.text).not.toMatch(/\n$/)
      expect(result.text.endsWith(text.slice(section.content.end))).toBe(true)
      const after = parseNote(result.text)
      expect(after.frontmatter).toEqual(parsed.frontmatter)
      const outside = parsed.headings.filter(
        ({ range }) => range.start < section.content.start || range.start >= section.range.end,
      )
      const named = new Set(after.headings.map(({ level, text: name }) => `${level} ${name}`))
      for (const { level, text: name } of outside) expect(named).toContain(`${level} ${name}`)
    }),
    { seed: 20260301, numRuns: times(600, 3_000) },
  )
})

test('what was there before, given back, gives the same bytes', () => {
  fc.assert(
    fc.property(note, fc.constantFrom('New.', 'New.\n', 'a\n\nb'), fc.nat(), (text, inserted, pick) => {
      const parsed = parseNote(text)
      // Before an underlined heading a blank line may be needed, and stays.
      fc.pre(parsed.sections.length > 0 && !text.includes('Setext'))
      const index = pick % parsed.sections.length
      const result = attempt(() => replaceSectionText(text, parsed, parsed.sections[index]!, inserted))
      fc.pre(result !== null)
      // In a text of CRLF alone what is given with LF is taken over with CRLF.
      fc.pre(/(?:^|[^\r])\n/.test(result.text) || !/(?:^|[^\r])\n/.test(result.previous))
      const changed = parseNote(result.text)
      const back = replaceSectionText(result.text, changed, changed.sections[index]!, result.previous)
      expect(back.text).toBe(text)
    }),
    { seed: 20260302, numRuns: times(600, 3_000) },
  )
})

function attempt<Result>(run: () => Result): Result | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof VaultError && error.code === 'VALIDATION_FAILED') return null
    throw error
  }
}
