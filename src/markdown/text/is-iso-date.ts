/**
 * Whether a text is an existing date (`2026-02-28`), alone or with a time, seconds and zone being optional.
 *
 *     isIsoDate('2026-02-28T10:30:00Z')   // true
 *     isIsoDate('2026-02-30')             // false
 */
export function isIsoDate(text: string): boolean {
  const found = isoPattern.exec(text)
  if (found === null) return false
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isTime =
    found[4] === undefined || (Number(hour) < 24 && Number(minute) < 60 && !(Number(second) > 59))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && isTime
}

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/i

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
