import { diffArrays } from 'diff/lib/diff/array.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortestEdit } from '../../src/markdown/merge/shortest-edit.ts'

test('the shortest edit is the one that the package diff finds', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 24 })
  const law = fc.property(keys, keys, fc.integer({ min: 0, max: 30 }), (base, side, most) => {
    const found = diffArrays(base, side, { maxEditLength: most })
    const each = shortestEdit(base, side, most)?.flatMap(({ kind, count }) =>
      Array.from({ length: count }, () => kind),
    )
    expect(each).toEqual(
      found?.flatMap(({ added, removed, count }) =>
        Array.from({ length: count }, () => (added ? 'added' : removed ? 'removed' : 'kept')),
      ),
    )
  })
  fc.assert(law, { numRuns: 2_000 })
})
