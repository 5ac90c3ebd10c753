import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, unifiedDiff } from '../../src/markdown/text/unified-diff.ts'
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

test('a few lines far apart in three megabytes are counted', () => {
  const before = rows(300_000)
  const after = `${before.replace('row 3\n', 'new\n').replace('row 150000\n', '')}end\n`
  expect(compareTexts(before, after, { path: 'a.md' })).toMatchObject({ added: 2, removed: 2, isCut: true })
})

test('what is replaced by megabytes of something else is summed up', () => {
  const diff = unifiedDiff(rows(10), rows(200_000, 'new'), { path: 'a.md' })
  expect(diff).toContain('@@ from line 1: 10 lines replaced by 200000; too many to show @@')
})

const filler = 'The quick brown fox jumps over the lazy dog. '.repeat(21)

test('of a long line what differs is shown, however far in it stands', () => {
  const before = `${filler}The price is 100 euros. ${filler}`
  const after = before.replace('100', '900').replace(/^The quick/, 'The slow')
  const { diff, isCut } = compareTexts(before, after, { path: 'a.md' })
  expect(diff.split('\n').slice(3)).toEqual([
    expect.stringMatching(
      /^-The quick brown fox.*… \(\d+ more\) ….*The price is 100 euros\. The quick.*… \(\d+ more\)$/,
    ),
    String.raw`\ No newline at end of file`,
    expect.stringMatching(
      /^\+The slow brown fox.*… \(\d+ more\) ….*The price is 900 euros\. The quick.*… \(\d+ more\)$/,
    ),
    String.raw`\ No newline at end of file`,
  ])
  expect(diff.length).toBeLessThan(700)
  expect(isCut).toBe(false)
})

test('a line that is put before a long one hides nothing of what changed in that', () => {
  const before = `${filler}It is free.\n`
  const after = `A new line.\n${filler}It is not free.\n`
  expect(unifiedDiff(before, after, { path: 'a.md' })).toContain('It is not free.')
})

test('a difference that is longer than a line may be is cut, and said to be', () => {
  const { diff, isCut } = compareTexts('short\n', `short ${filler}\n`, { path: 'a.md' })
  expect(diff).toMatch(/\+short The quick.*… \(\d+ more\)$/)
  expect(isCut).toBe(true)
})

test('two long lines that differ are never shown as if they were the same', () => {
  const words = fc.array(fc.constantFrom('a', 'bc', ' ', 'ä', '😀', 'long word '), { maxLength: 60 })
  const part = fc.tuple(words, fc.nat(30)).map(([own, times]) => own.join('').repeat(times))
  fc.assert(
    fc.property(part, words, words, part, (start, before, after, end) => {
      const [from, to] = [before, after].map((own) => `${start}${own.join('')}${end}\n`)
      if (from === to) return
      const { diff, isCut } = compareTexts(from ?? '', to ?? '', { path: 'a.md', longestLine: 60 })
      const shown = diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line))
      expect(isCut || new Set(shown.map((line) => line.slice(1))).size === shown.length).toBe(true)
      expect(diff).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})
