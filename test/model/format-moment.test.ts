import { expect, test } from 'vitest'
import { formatMoment } from '../../src/model/format-moment.ts'

const date = new Date(2026, 0, 2, 15, 4, 9, 7)

test.each([
  ['YYYY-MM-DD', '2026-01-02'],
  ['YYYY/MM/YYYY-MM-DD', '2026/01/2026-01-02'],
  ['dddd, D MMM YY', 'Friday, 2 Jan 26'],
  ['Do [of] MMMM', '2nd of January'],
  ['gggg-[W]ww', '2026-W01'],
  ['GGGG-[W]WW-E', '2026-W01-5'],
  ['H:mm:ss A, hh a', '15:04:09 PM, 03 pm'],
  ['DDDD Q SSS', '002 1 007'],
  ['LL, LT', 'January 2, 2026, 3:04 PM'],
  ['[the day] dd ddd', 'the day Fr Fri'],
  ['', ''],
])('%s is %s', (format, text) => {
  expect(formatMoment(date, format)).toBe(text)
})

test('weeks of the turn of the year belong to the right year', () => {
  expect(formatMoment(new Date(2027, 0, 3), 'GGGG-WW gggg-ww')).toBe('2026-53 2027-02')
  expect(formatMoment(new Date(2024, 11, 30), 'GGGG-WW')).toBe('2025-01')
  expect(formatMoment(new Date(2026, 11, 31), 'DDDD')).toBe('365')
})
