import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { reportChanges } from '../../src/changes/report-changes.ts'
import { version } from '../support/change-files.ts'

const before = version('one\ntwo\n')
const text = 'one\nthree\n'

test('of each step it is told what it changes', async () => {
  const plan: readonly FileChange[] = [
    { kind: 'create', path: 'a.md', text },
    { kind: 'replace', path: 'b.md', before, text },
    { kind: 'move', path: 'c.md', to: 'd.md', before, text },
    { kind: 'move', path: 'e.md', to: 'f.md', before, text: null },
    { kind: 'move-folder', path: 'x', to: 'y' },
    { kind: 'remove', path: 'g.md', before },
    { kind: 'remove', path: 'long.md', before: { ...before, text: null } },
    { kind: 'replace', path: 'same.md', before, text: before.text },
  ]
  const reports = await reportChanges(plan)
  const after = version(text).hash
  expect(reports.map((report) => ({ ...report, diff: undefined }))).toEqual(
    [
      { kind: 'create', path: 'a.md', content_hash: after, lines: '+2 -0' },
      { kind: 'replace', path: 'b.md', content_hash: after, lines: '+1 -1' },
      { kind: 'move', path: 'c.md', new_path: 'd.md', content_hash: after, lines: '+1 -1' },
      { kind: 'move', path: 'e.md', new_path: 'f.md', content_hash: before.hash, lines: null },
      { kind: 'move-folder', path: 'x', new_path: 'y', content_hash: null, lines: null },
      { kind: 'remove', path: 'g.md', content_hash: null, lines: '+0 -2' },
      { kind: 'remove', path: 'long.md', content_hash: null, lines: null },
      { kind: 'replace', path: 'same.md', content_hash: before.hash, lines: null },
    ].map((report) => ({ ...report, diff: undefined })),
  )
  for (const at of [0, 1, 2, 5]) expect(reports[at]?.diff).toContain(plan[at]?.path)
  for (const at of [3, 4, 6, 7]) expect(reports[at]?.diff).toBe('')
})

test('the diffs of a plan together have a bound', async () => {
  const long = Array.from({ length: 400 }, (_, at) => `line ${at}\n`).join('')
  const plan = Array.from({ length: 20 }, (_, at): FileChange => ({
    kind: 'create',
    path: `${at}.md`,
    text: long,
  }))
  const diffs = (await reportChanges(plan)).map(({ diff }) => diff)
  expect(diffs.join('').length).toBeGreaterThan(20_000)
  expect(diffs.join('').length).toBeLessThan(20_000 + (diffs[0] ?? '').length)
  expect(diffs.findIndex((diff) => diff === '')).toBeGreaterThan(0)
  expect(diffs.at(-1)).toBe('')
})

const half = '\ud83d'

test.each<readonly [string, FileChange]>([
  ['a path', { kind: 'create', path: `${half}.md`, text }],
  ['a text', { kind: 'replace', path: 'a.md', before, text: half }],
  ['the end of a move', { kind: 'move', path: 'a.md', to: `${half}.md`, before, text: null }],
  ['the text of a moved note', { kind: 'move', path: 'a.md', to: 'b.md', before, text: half }],
])('half a character in %s is refused, and whole ones are not', async (_where, change) => {
  const plan: readonly FileChange[] = [{ kind: 'create', path: '\u{1f600}.md', text: '\u{1f600}' }]
  expect(await reportChanges(plan)).toHaveLength(1)
  await expect(reportChanges([...plan, change])).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    facts: { hint: expect.stringContaining('whole characters') },
  })
})
