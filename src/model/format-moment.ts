import { type DateNames, englishNames } from './date-names.ts'

/**
 * A local date as a Moment.js format writes it, with English names unless others are given. What stands in `[brackets]` is literal, and so is
 * every letter that is no part of a date. `[%U]` and its kind are what strftime writes and Moment.js has nothing for.
 *
 *     formatMoment(new Date(2026, 0, 31), 'dddd, D MMM YYYY')   // 'Saturday, 31 Jan 2026'
 */
export function formatMoment(date: Date, format: string, names: DateNames = englishNames): string {
  const inFull = format.replace(/\[[^\]]*\]|LTS|LT|L{1,4}|l{1,4}/g, (part) => longForms[part] ?? part)
  const isBesideDay = /D[oD]?(?:\[[^[\]]*\]|\s)+MMMM?/.test(inFull)
  return inFull.replace(
    tokenPattern,
    (token) =>
      named[token]?.(names, date, isBesideDay) ??
      tokens[token]?.(date) ??
      (token.startsWith('[') ? token.slice(1, -1) : token),
  )
}

/** Whether a format writes names of months or days. */
export function hasNames(format: string): boolean {
  return formatMoment(new Date(2026, 0, 1), format) !== formatMoment(new Date(2026, 0, 1), format, nameless)
}

const noName = () => ''
const nameless: DateNames = {
  month: noName,
  shortMonth: noName,
  weekday: noName,
  shortWeekday: noName,
  shortestWeekday: noName,
}

/** What Moment.js takes for dates as people of the United States write them. */
const longForms: Readonly<Record<string, string>> = {
  LT: 'h:mm A',
  LTS: 'h:mm:ss A',
  L: 'MM/DD/YYYY',
  LL: 'MMMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  l: 'M/D/YYYY',
  ll: 'MMM D, YYYY',
  lll: 'MMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
}

const tokenPattern =
  /\[[^\]]*\]|YYYY|YY|Y|GGGG|GG|gggg|gg|Qo|Q|MMMM|MMM|MM|Mo|M|DDDD|DDDo|DDD|DD|Do|D|dddd|ddd|dd|do|d|Wo|WW|W|wo|ww|w|E|e|HH|H|hh|h|kk|k|mm|m|ss|s|SSS|SS|S|A|a|ZZ|Z|X|x/g

const named: Readonly<Record<string, (names: DateNames, date: Date, isBesideDay: boolean) => string>> = {
  MMMM: (names, date, isBesideDay) => names.month(date, isBesideDay),
  MMM: (names, date) => names.shortMonth(date),
  dddd: (names, date) => names.weekday(date),
  ddd: (names, date) => names.shortWeekday(date),
  dd: (names, date) => names.shortestWeekday(date),
}

const tokens: Readonly<Record<string, (date: Date) => string>> = {
  YYYY: (date) => padded(date.getFullYear(), 4),
  YY: (date) => padded(date.getFullYear() % 100),
  Y: (date) => `${date.getFullYear()}`,
  GGGG: (date) => padded(isoWeek(date).year, 4),
  GG: (date) => padded(isoWeek(date).year % 100),
  gggg: (date) => padded(sundayWeek(date).year, 4),
  gg: (date) => padded(sundayWeek(date).year % 100),
  Qo: (date) => ordinal(quarter(date)),
  Q: (date) => `${quarter(date)}`,
  MM: (date) => padded(date.getMonth() + 1),
  Mo: (date) => ordinal(date.getMonth() + 1),
  M: (date) => `${date.getMonth() + 1}`,
  DDDD: (date) => padded(dayOfYear(date), 3),
  DDDo: (date) => ordinal(dayOfYear(date)),
  DDD: (date) => `${dayOfYear(date)}`,
  DD: (date) => padded(date.getDate()),
  Do: (date) => ordinal(date.getDate()),
  D: (date) => `${date.getDate()}`,
  do: (date) => ordinal(date.getDay()),
  d: (date) => `${date.getDay()}`,
  Wo: (date) => ordinal(isoWeek(date).week),
  WW: (date) => padded(isoWeek(date).week),
  W: (date) => `${isoWeek(date).week}`,
  wo: (date) => ordinal(sundayWeek(date).week),
  ww: (date) => padded(sundayWeek(date).week),
  w: (date) => `${sundayWeek(date).week}`,
  E: (date) => `${date.getDay() || 7}`,
  e: (date) => `${date.getDay()}`,
  HH: (date) => padded(date.getHours()),
  H: (date) => `${date.getHours()}`,
  hh: (date) => padded(twelveHours(date)),
  h: (date) => `${twelveHours(date)}`,
  kk: (date) => padded(date.getHours() || 24),
  k: (date) => `${date.getHours() || 24}`,
  mm: (date) => padded(date.getMinutes()),
  m: (date) => `${date.getMinutes()}`,
  ss: (date) => padded(date.getSeconds()),
  s: (date) => `${date.getSeconds()}`,
  SSS: (date) => padded(date.getMilliseconds(), 3),
  SS: (date) => padded(Math.floor(date.getMilliseconds() / 10)),
  S: (date) => `${Math.floor(date.getMilliseconds() / 100)}`,
  A: (date) => (date.getHours() < 12 ? 'AM' : 'PM'),
  a: (date) => (date.getHours() < 12 ? 'am' : 'pm'),
  ZZ: (date) => zone(date, ''),
  Z: (date) => zone(date, ':'),
  X: (date) => `${Math.floor(date.getTime() / 1_000)}`,
  x: (date) => `${date.getTime()}`,
  '[%C]': (date) => padded(Math.floor(date.getFullYear() / 100)),
  '[%e]': (date) => padded(date.getDate(), 2, ' '),
  '[%k]': (date) => padded(date.getHours(), 2, ' '),
  '[%l]': (date) => padded(twelveHours(date), 2, ' '),
  '[%U]': (date) => padded(weekOfYear(date, date.getDay())),
  '[%W]': (date) => padded(weekOfYear(date, (date.getDay() + 6) % 7)),
}

function padded(value: number, length = 2, fill = '0'): string {
  return String(value).padStart(length, fill)
}

function ordinal(value: number): string {
  const tens = value % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${ending}`
}

function quarter(date: Date): number {
  return Math.floor(date.getMonth() / 3) + 1
}

function twelveHours(date: Date): number {
  return date.getHours() % 12 || 12
}

/** The number of a local day, for differences that no change of the clock disturbs. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

function dayOfYear(date: Date): number {
  return dayNumber(date) - dayNumber(new Date(date.getFullYear(), 0, 1)) + 1
}

/** Weeks begin on Monday, and the first one holds the year's first Thursday. */
function isoWeek(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 4 - (date.getDay() || 7))
  return { year: thursday.getFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) }
}

/** Weeks begin on Sunday, and the first one holds the first of January. */
function sundayWeek(date: Date): { readonly year: number; readonly week: number } {
  const saturday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 6 - date.getDay())
  return { year: saturday.getFullYear(), week: Math.ceil(dayOfYear(saturday) / 7) }
}

/** The week of a day that is so many days into it. Days before the year's first whole week are in week 0. */
function weekOfYear(date: Date, daysIntoWeek: number): number {
  return Math.floor((dayOfYear(date) + 6 - daysIntoWeek) / 7)
}

function zone(date: Date, separator: string): string {
  const minutes = -date.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${padded(Math.floor(size / 60))}${separator}${padded(size % 60)}`
}
