import { expect, test } from 'vitest'
import {
  answered,
  emptyList,
  ended,
  failed,
  moved,
  retyped,
  rowOf,
} from '../../../src/cli/picker/picker-list.ts'

const [a, b, c] = ['a', 'b', 'c'].map((name) => ({
  ...{ vault: 'v', vaultName: null },
  ...{ path: `${name}.md`, title: name },
}))
const notes = [a, b, c].filter((note) => note !== undefined)

test('a move before the answer is a move in it, and goes no further than it does', () => {
  const old = retyped(moved(answered(emptyList, notes, ''), 2, ''))
  expect(rowOf(old)).toBe(0)
  expect(rowOf(answered(moved(old, 1, 'x'), notes, 'x'))).toBe(1)
  expect(rowOf(answered(moved(old, 10, 'x'), notes, 'x'))).toBe(2)
  expect(rowOf(moved(moved(answered(emptyList, notes, ''), 10, ''), -1, ''))).toBe(1)
})

test('whoever has moved stays at their note when better ones follow; whoever has not is at the first', () => {
  const first = answered(emptyList, notes, 'x')
  const better = [...notes].reverse()
  expect(rowOf(answered(first, better, 'x'))).toBe(0)
  expect(rowOf(answered(moved(first, 2, 'x'), better, 'x'))).toBe(0)
  expect(answered(moved(first, 2, 'x'), better, 'x').notes[0]).toBe(c)
  expect(rowOf(answered(moved(first, 1, 'x'), better.slice(0, 1), 'x'))).toBe(0)
})

test('a search that has ended, or failed, is not waited for', () => {
  expect(answered(emptyList, [], 'x').isWhole).toBe(false)
  expect(ended(answered(emptyList, [], 'x')).isWhole).toBe(true)
  expect(failed(emptyList, 'No.', 'x')).toMatchObject({ isWhole: true, failure: 'No.', answers: 'x' })
})
