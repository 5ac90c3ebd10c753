/**
 * Whether a text is an existing date (`2026-02-28`), alone or with a time, seconds and zone being optional.
 *
 *     isIsoDate('2026-02-28T10:30:00Z')   // true
 *     isIsoDate('2026-02-30')             // false
 */
export function isIsoDate(text: string): boolean {
  const [, day, hour = '', minute = '', second = ''] = isoPattern.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(`${day}T00:00Z`)
  // A day too many is read as one of the next month.
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
  return isDay && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

/**
 * The moment that an ISO date names, a day's first one; on this machine's clock where it says no zone. Null for any other
 * text.
 */
export function isoMoment(text: string): Date | null {
  const [, day = '', time = '00:00', zone = ''] = /^(.{10})(?:.(.+?) ?(z|[+-][\d:]+)?)?$/i.exec(text) ?? []
  if (!isIsoDate(text)) return null
  return new Date(`${day}T${time.replace(',', '.')}${zone.length === 3 ? `${zone}:00` : zone}`)
}

const isoPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/i
