import { expect, test } from 'vitest'
import { unifiedDiff } from '../../src/markdown/unified-diff.ts'
import { lines } from '../support/lines.ts'

const rows = (count: number, word = 'row'): string =>
  lines(...Array.from({ length: count }, (_, index) => `${word} ${index}`))

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
