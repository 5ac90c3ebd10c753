import { expect, test } from 'vitest'
import { largest, smallest } from '../../src/model/largest.ts'

test('the largest and the smallest of numbers, of none and of very many', () => {
  expect([largest([2, 5, 3]), smallest([2, 5, 3])]).toEqual([5, 2])
  expect([largest([]), smallest([])]).toEqual([-Infinity, Infinity])
  const many = Array.from({ length: 1_000_000 }, (_, at) => at)
  expect([largest(many), smallest(many)]).toEqual([999_999, 0])
})
