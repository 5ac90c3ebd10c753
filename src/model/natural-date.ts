import { months } from './date-names.ts'
import { formatMoment } from './format-moment.ts'

/** Days from the first to the last, `YYYY-MM-DD`, or a moment. */
export type NaturalDate =
  | { readonly kind: 'days'; readonly first: string; readonly last: string }
  | { readonly kind: 'moment'; readonly at: Date }

/** Where a day lies that names no direction: a weekday or a month is the last one there was, or the next one, today included. */
export type Direction = 'back' | 'ahead'

/**
 * A date in English words, as zk reads them, on this machine's calendar. What names no direction lies in the past unless
 * `direction` says otherwise. Null for any other text.
 *
 *     readNaturalDate('last monday', new Date(2026, 0, 31))   // { kind: 'days', first: '2026-01-26', last: '2026-01-26' }
 */
export function readNaturalDate(
  written: string,
  now: Date,
  direction: Direction = 'back',
): NaturalDate | null {
  const text = written.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === 'now') return { kind: 'moment', at: now }
  const clock = /(?:^| )(?:at )?(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text)
  const isTime = clock?.[2] !== undefined || clock?.[3] !== undefined
  if (clock !== null && isTime) {
    const day = readDays(text.slice(0, clock.index) || 'today', now, direction)
    return day?.kind === 'days' ? atTime(day.first, clock) : null
  }
  return readDays(text, now, direction)
}

function readDays(text: string, now: Date, direction: Direction): NaturalDate | null {
  const word = ['yesterday', 'today', 'tomorrow'].indexOf(text)
  if (word >= 0) return oneDay(daysFrom(now, word - 1))
  return (
    readDistance(text, now) ??
    readPeriod(text, now) ??
    readWeekday(text, now, direction) ??
    readMonth(text, now, direction)
  )
}

/** `3 days ago`, `a week ago`, `in two months`, `last two weeks`, `next year`. */
function readDistance(text: string, now: Date): NaturalDate | null {
  const [, before, count = '1', unit, after] =
    /^(?:(in|last|past|next) )?(?:(\d{1,4}|[a-z]+) )?(minute|hour|day|week|month|year)s?( ago)?$/.exec(
      text,
    ) ?? []
  const amount = /^\d/.test(count) ? Number(count) : (numbers[count] ?? NaN)
  // One of them, and not both: `in` wants a number.
  if (Number.isNaN(amount) || (before === undefined) === (after === undefined)) return null
  const signed = before === 'in' || before === 'next' ? amount : -amount
  return distances[unit ?? '']?.(now, signed) ?? null
}

const distances: Readonly<Record<string, (now: Date, count: number) => NaturalDate>> = {
  minute: (now, count) => ({ kind: 'moment', at: new Date(now.getTime() + count * 60_000) }),
  hour: (now, count) => ({ kind: 'moment', at: new Date(now.getTime() + count * 3_600_000) }),
  day: (now, count) => oneDay(daysFrom(now, count)),
  week: (now, count) => oneDay(daysFrom(now, 7 * count)),
  month: (now, count) => oneDay(monthsFrom(now, count)),
  year: (now, count) => oneDay(monthsFrom(now, 12 * count)),
}

/** `this week` from Monday on, `this month`, `2026`, `2026-03`. */
function readPeriod(text: string, now: Date): NaturalDate | null {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  if (text === 'this week') {
    const monday = daysFrom(now, -((now.getDay() + 6) % 7))
    return span(monday, daysFrom(monday, 6))
  }
  if (text === 'this month') return wholeMonth(year, month)
  if (text === 'this year') return wholeYear(year)
  const [, writtenYear, writtenMonth] = /^([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (writtenYear === undefined) return null
  return writtenMonth === undefined
    ? wholeYear(Number(writtenYear))
    : wholeMonth(Number(writtenYear), Number(writtenMonth) - 1)
}

/** The last of its name before today, or the next one; `this` is that of the week from Monday on. */
function readWeekday(text: string, now: Date, direction: Direction): NaturalDate | null {
  const [, which, name = ''] = /^(?:(last|past|this|next|on) )?([a-z]+)$/.exec(text) ?? []
  const day = indexOf(weekdays, name)
  if (day === -1) return null
  const today = (now.getDay() + 6) % 7
  if (which === 'this') return oneDay(daysFrom(now, day - today))
  const isBare = which === undefined || which === 'on'
  if (isBare && direction === 'ahead') return oneDay(daysFrom(now, (day - today + 7) % 7))
  const ahead = (day - today + 7) % 7 || 7
  return oneDay(daysFrom(now, which === 'next' ? ahead : ahead === 7 ? -7 : ahead - 7))
}

/** `february`, `next may`, `feb 2025`, `feb 3`, `3rd of february 2025`. */
function readMonth(text: string, now: Date, direction: Direction): NaturalDate | null {
  const [, which, name = '', ofYear] =
    /^(?:(last|past|next) )?([a-z]+)\.?(?: ([1-9]\d{3}))?$/.exec(text) ?? []
  const month = indexOf(monthNames, name)
  const [thisYear, thisMonth] = [now.getFullYear(), now.getMonth()]
  if (month !== -1) {
    if (ofYear !== undefined) return wholeMonth(Number(ofYear), month)
    if (which === 'next') return wholeMonth(thisYear + (month > thisMonth ? 0 : 1), month)
    if (which === undefined && direction === 'ahead')
      return wholeMonth(thisYear + (month < thisMonth ? 1 : 0), month)
    const isOver = month < thisMonth || (month === thisMonth && which === undefined)
    return wholeMonth(thisYear - (isOver ? 0 : 1), month)
  }
  const found =
    /^(?<month>[a-z]+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>[1-9]\d{3}))?$/.exec(text) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? (?<month>[a-z]+)\.?(?:,? (?<year>[1-9]\d{3}))?$/.exec(text)
  const given = found?.groups
  const givenMonth = indexOf(monthNames, given?.['month'] ?? '')
  if (given === undefined || givenMonth === -1) return null
  const [day, year] = [Number(given['day']), given['year']]
  const date = new Date(year === undefined ? thisYear : Number(year), givenMonth, day)
  if (date.getDate() !== day) return null
  if (year === undefined && direction === 'back' && date > now) date.setFullYear(thisYear - 1)
  if (year === undefined && direction === 'ahead' && date < daysFrom(now, 0)) date.setFullYear(thisYear + 1)
  return oneDay(date)
}

const numbers: Readonly<Record<string, number>> = Object.fromEntries([
  ['a', 1],
  ['an', 1],
  ...'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((name, index): [string, number] => [name, index + 1]),
])
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const monthNames = months.map((month) => month.toLowerCase())

/** By the whole name or its first three letters or more. */
function indexOf(names: readonly string[], name: string): number {
  return name.length < 3 ? -1 : names.findIndex((whole) => whole.startsWith(name))
}

function atTime(
  day: string,
  [, hours = '', minutes = '0', half]: readonly (string | undefined)[],
): NaturalDate | null {
  const isTwelve = half !== undefined
  const hour = isTwelve ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || (isTwelve && !(Number(hours) >= 1 && Number(hours) <= 12)))
    return null
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { kind: 'moment', at: new Date(year, month - 1, date, hour, Number(minutes)) }
}

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
}

/** A day that the month does not have is its last one. */
function monthsFrom(now: Date, count: number): Date {
  const last = new Date(now.getFullYear(), now.getMonth() + count + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(now.getDate(), last.getDate()))
}

function wholeMonth(year: number, month: number): NaturalDate {
  return span(new Date(year, month, 1), new Date(year, month + 1, 0))
}

function wholeYear(year: number): NaturalDate {
  return span(new Date(year, 0, 1), new Date(year, 11, 31))
}

function oneDay(day: Date): NaturalDate {
  return span(day, day)
}

function span(first: Date, last: Date): NaturalDate {
  return { kind: 'days', first: formatMoment(first, 'YYYY-MM-DD'), last: formatMoment(last, 'YYYY-MM-DD') }
}
