import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../src/markdown/text/unified-diff.ts'
import { lines } from '../support/lines.ts'

const rows = (count: number, word = 'row'): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('')

test('shows the changed lines with three around them', () => {
  const before = rows(10)
  const after = before.replace('row 5\n', 'new\n')
  expect(unifiedDiff(before, after, { path: 'a.md' })).toBe(
    lines(
      '--- a.md',
      '+++ a.md',
      '@@ -3,7 +3,7 @@',
      ' row 2',
      ' row 3',
      ' row 4',
      '-row 5',
      '+new',
      ' row 6',
      ' row 7',
      ' row 8',
    ).trimEnd(),
  )
})

test('equal texts have no difference', () => {
  expect(unifiedDiff('a', 'a', { path: 'a.md' })).toBe('')
})

test('a long difference is cut and says how much is missing', () => {
  const diff = unifiedDiff('', rows(1000), { path: 'a.md', maxChars: 500 })
  expect(diff.length).toBeLessThanOrEqual(500)
  expect(diff.split('\n').at(-1)).toMatch(/^… \d{3} more lines not shown$/)
})

test('a line of a megabyte is cut', () => {
  const diff = unifiedDiff('x'.repeat(1_000_000), 'y'.repeat(1_000_000), { path: 'a.md' })
  expect(diff.length).toBeLessThanOrEqual(4000)
  expect(diff).toContain('… (999601 more)')
})

test('texts too different to compare are summed up', () => {
  const before = `head\n${rows(20_000, 'old')}tail\n`
  const after = `head\n${rows(10_000, 'new')}tail\n`
  expect(unifiedDiff(before, after, { path: 'a.md' })).toBe(
    '--- a.md\n+++ a.md\n@@ from line 2: 20000 lines replaced by 10000; too many to show @@',
  )
})

test('a small change in a megabyte is found', () => {
  const before = rows(100_000)
  expect(unifiedDiff(before, `${before}end\n`, { path: 'a.md' })).toContain('+end')
})

test('applied to the one text the difference gives the other, with the lines that both share at their ends left out', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', 'long line')
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([all, isEnded]) => `first\n${all.join('\n')}${isEnded ? '\n' : ''}`)
  fc.assert(
    fc.property(text, text, text, (before, middle, after) => {
      const changed = before + middle + after
      for (const [from, to] of [
        [before + after, changed],
        [changed, before + after],
        [before, middle],
      ] as const)
        if (from !== to) expect(applyPatch(from, unifiedDiff(from, to, { path: 'a.md' }))).toBe(to)
    }),
  )
})

test('a change at the end of three megabytes is shown with its line, and nothing else is compared', () => {
  const before = rows(300_000)
  const diff = unifiedDiff(before, before.replace('row 299990\n', 'new\n'), { path: 'a.md' })
  expect(diff).toContain('@@ -299988,7 +299988,7 @@')
  expect(diff).toContain('-row 299990\n+new')
})

test('what is replaced by megabytes of something else is summed up', () => {
  const diff = unifiedDiff(rows(10), rows(200_000, 'new'), { path: 'a.md' })
  expect(diff).toContain('@@ from line 1: 10 lines replaced by 200000; too many to show @@')
})
