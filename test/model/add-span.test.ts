import { expect, test } from 'vitest'
import { addSpan, readingsOfSpan } from '../../src/model/add-span.ts'

const hour = 3_600_000
const now = new Date('2026-01-31T12:00:00Z')

test.each([
  ['90s', 90_000],
  ['10min', 600_000],
  ['1minute', 60_000],
  ['2h', 2 * hour],
  ['7d', 7 * 24 * hour],
  ['4weeks', 28 * 24 * hour],
  ['3m', 90 * 24 * hour],
  ['3months', 90 * 24 * hour],
  ['1month', 30 * 24 * hour],
  ['1y', 365 * 24 * hour],
])('%s is a span', (text, ms) => {
  expect(addSpan(now, text)?.getTime()).toBe(now.getTime() + ms)
  expect(addSpan(now, text, -1)?.getTime()).toBe(now.getTime() - ms)
})

test.each(['', 'm', ' 2h', '2h\n', '10', '10 min', '-1d', '1.5h', '100000d', '3ms', '3hs', '7D'])(
  '%j is none',
  (text) => {
    expect(addSpan(now, text)).toBeNull()
  },
)

test('m alone can be misread', () => {
  expect(readingsOfSpan('3m')).toEqual(['3min', '3months'])
  for (const text of ['3min', '3months', '3d', 'm']) expect(readingsOfSpan(text)).toBeNull()
})
