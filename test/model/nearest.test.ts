import { expect, test } from 'vitest'
import { nearest } from '../../src/model/nearest.ts'

const names = ['get_note', 'get_notes', 'list_notes', 'create_note', 'work', 'personal']

test.each([
  ['get_nte', 'get_note'],
  ['gte_note', 'get_note'],
  ['LIST_NOTES', 'list_notes'],
  ['create', 'create_note'],
  ['wrok', 'work'],
])('%s is taken for %s', (typed, meant) => {
  expect(nearest(typed, names)[0]).toBe(meant)
})

test('of several with the same beginning the nearest in length comes first', () => {
  expect(nearest('v299x', ['v2', 'v29', 'v299', 'v300'])).toEqual(['v299', 'v29', 'v2'])
})

test('a name unlike any is taken for none', () => {
  expect(nearest('zebra', names)).toEqual([])
  expect(nearest('', names)).toEqual([])
})

test('a long name costs no more than a short one', () => {
  expect(nearest('x'.repeat(1_000_000), names)).toEqual([])
})
