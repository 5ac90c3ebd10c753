import { expect, test } from 'vitest'
import { readNaturalDate } from '../../src/model/natural-date.ts'

// A Wednesday.
const now = new Date(2026, 1, 25, 15, 30)
const say = (text: string, at = now) => {
  const date = readNaturalDate(text, at)
  if (date?.kind === 'days') return date.first === date.last ? date.first : `${date.first}/${date.last}`
  return date === null ? null : date.at.toString()
}

test.each([
  ['today', '2026-02-25'],
  [' Yesterday ', '2026-02-24'],
  ['tomorrow', '2026-02-26'],
  ['3 days ago', '2026-02-22'],
  ['a week ago', '2026-02-18'],
  ['last two  weeks', '2026-02-11'],
  ['past 10 days', '2026-02-15'],
  ['last week', '2026-02-18'],
  ['last month', '2026-01-25'],
  ['last year', '2025-02-25'],
  ['next week', '2026-03-04'],
  ['in twelve months', '2027-02-25'],
  ['this week', '2026-02-23/2026-03-01'],
  ['this month', '2026-02-01/2026-02-28'],
  ['this year', '2026-01-01/2026-12-31'],
  ['2021', '2021-01-01/2021-12-31'],
  ['2024-02', '2024-02-01/2024-02-29'],
  ['last monday', '2026-02-23'],
  ['Monday', '2026-02-23'],
  ['wednesday', '2026-02-18'],
  ['on thu', '2026-02-19'],
  ['this thursday', '2026-02-26'],
  ['next wed', '2026-03-04'],
  ['next thursday', '2026-02-26'],
  ['february', '2026-02-01/2026-02-28'],
  ['last february', '2025-02-01/2025-02-28'],
  ['march', '2025-03-01/2025-03-31'],
  ['next march', '2026-03-01/2026-03-31'],
  ['dec 2023', '2023-12-01/2023-12-31'],
  ['Feb 3', '2026-02-03'],
  ['feb 26', '2025-02-26'],
  ['3rd of February', '2026-02-03'],
  ['sept. 3, 2024', '2024-09-03'],
  ['3 May 2024', '2024-05-03'],
])('%s', (text, days) => {
  expect(say(text)).toBe(days)
})

test.each([
  ['now', now],
  ['2 hours ago', new Date(2026, 1, 25, 13, 30)],
  ['ten minutes ago', new Date(2026, 1, 25, 15, 20)],
  ['10am', new Date(2026, 1, 25, 10)],
  ['12am', new Date(2026, 1, 25, 0)],
  ['yesterday at 12:05 pm', new Date(2026, 1, 24, 12, 5)],
  ['last sunday at 17:30', new Date(2026, 1, 22, 17, 30)],
  ['feb 3 9:15', new Date(2026, 1, 3, 9, 15)],
])('%s', (text, moment) => {
  expect(readNaturalDate(text, now)).toEqual({ kind: 'moment', at: moment })
})

test('a month that is shorter ends where it ends', () => {
  expect(say('last month', new Date(2026, 2, 31))).toBe('2026-02-28')
  expect(say('last year', new Date(2024, 1, 29))).toBe('2023-02-28')
})

test.each([
  '',
  'soon',
  'la monday',
  'mo',
  'week',
  '3 days',
  'in 3 days ago',
  'feb 30',
  '0000',
  '13am',
  '25:00',
  '10:75',
  'today tomorrow',
  'last',
  'monday 2026-01-01',
  `${'1'.repeat(400)} days ago`,
])('%j is no date', (text) => {
  expect(readNaturalDate(text, now)).toBeNull()
})

test.each([
  ['thursday', '2026-02-26'],
  ['on wed', '2026-02-25'],
  ['tue', '2026-03-03'],
  ['last monday', '2026-02-23'],
  ['next thursday', '2026-02-26'],
  ['january', '2027-01-01/2027-01-31'],
  ['february', '2026-02-01/2026-02-28'],
  ['feb 24', '2027-02-24'],
  ['feb 25', '2026-02-25'],
  ['march 3rd', '2026-03-03'],
])('ahead, %s', (text, days) => {
  expect(readNaturalDate(text, now, 'ahead')).toEqual({
    kind: 'days',
    first: days.split('/')[0],
    last: days.split('/').at(-1),
  })
})
