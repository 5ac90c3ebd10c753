import { expect, test } from 'vitest'
import { hasMoreValues } from '../../src/model/has-more-values.ts'

test.each([
  ['"text"', 1],
  ['null', 1],
  ['[ ]', 1],
  ['[{}, [], {}]', 4],
  ['{ "a": 1, "b": [2, { "c": null }] }', 6],
  [JSON.stringify({ 'a,"b': 'x,y,[{"\\', b: '\\"', c: ',,' }), 4],
  ['[['.repeat(5_000) + ']]'.repeat(5_000), 10_000],
  ['"not ended, [', 1],
])('%s has its values counted, those inside each other too', (json, count) => {
  expect(hasMoreValues(Buffer.from(json), count)).toBe(false)
  expect(hasMoreValues(Buffer.from(json), count - 1)).toBe(true)
})
