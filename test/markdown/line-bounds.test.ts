import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineStart } from '../../src/markdown/text/line-bounds.ts'
import { unifiedDiff } from '../../src/markdown/text/unified-diff.ts'

test('the first line begins at the first character, also where it is empty', () => {
  expect([0, 1, 2, 4].map((offset) => lineStart('\na\nb', offset))).toEqual([0, 1, 1, 3])
})

test('a diff makes the one text of the other, whatever lines they begin with', () => {
  const text = fc
    .array(fc.constantFrom('', 'a', 'b', '- c'), { maxLength: 12 })
    .map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(text, text, (before, after) => {
      const patch = unifiedDiff(before, after, { path: 'a.md' })
      expect(patch === '' ? before : applyPatch(before, `${patch}\n`)).toBe(after)
    }),
    { numRuns: 500 },
  )
})
