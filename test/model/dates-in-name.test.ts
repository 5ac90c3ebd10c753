import { expect, test } from 'vitest'
import { dayInName, differInDate } from '../../src/model/dates-in-name.ts'

test('names differ in their date where both have one, however it is written', () => {
  for (const [one, other] of [
    ['2026-01-01', '2026-01-09'],
    ['20260101', '20260109'],
    ['2026-W01', '2026-W02'],
    ['2026-01', '2026-02'],
    ['2026-Q1 goals', '2026-Q2 goals'],
    ['Standup 2026-01-01', '2026-01-09'],
    ['2026-01', '2026-01-09'],
  ] as const)
    expect([one, other, differInDate(one, other)]).toEqual([one, other, true])
})

test('names with the same date, or of which one has none, may be those of one note', () => {
  for (const [one, other] of [
    ['2026-01-01', '20260101'],
    ['2026-01-01', '2026-01-01 Thursday'],
    ['2026-01-01', 'New year'],
    ['Plan', 'Plans'],
    ['1234567890', '12345678901'],
    ['Report 2026', 'Report 2027'],
  ] as const)
    expect([one, other, differInDate(one, other)]).toEqual([one, other, false])
})

test.each([
  ['journals/2026_01_06.md', '2026-01-06'],
  ['2026.01.07.md', '2026-01-07'],
  ['daily.journal.2026.01.08.md', '2026-01-08'],
  ['2026-01-05T10:00:00Z', '2026-01-05'],
  ['2026-01_05.md', null],
  ['2026-13-05.md', null],
  ['v12026.01.07.md', null],
  ['2026-01-051', null],
])('the day in %s is %s', (name, day) => {
  expect(dayInName(name)).toBe(day)
})
