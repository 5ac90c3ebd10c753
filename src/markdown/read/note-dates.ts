const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * A frontmatter value as `YYYY-MM-DD HH:MM:SS` UTC, or null when it is no date. A time without a zone counts as UTC, so
 * that the index does not depend on the machine.
 */
export function readDate(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const match = isoDate.exec(value.trim())
  if (match === null) return null
  const [, day = '', minutes = '00:00', seconds = ':00', zone = 'Z'] = match
  const time = Date.parse(`${day}T${minutes}${seconds}${zone}`)
  return Number.isNaN(time) ? null : formatDate(time)
}

const stamp = /^(?:19|20|21)\d{10}(?:\d{2})?$/

/** Whether a property is a compact stamp, `YYYYMMDDHHmm` or with seconds, of a real day and time from 1900 to 2199. */
export function isStamp(value: unknown): value is string | number {
  return readStamp(value) !== null
}

function readStamp(value: unknown): string | null {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!stamp.test(digits)) return null
  const parts = /^(.{4})(..)(..)(..)(..)(..)$/
  const time = readDate(digits.padEnd(14, '0').replace(parts, '$1-$2-$3T$4:$5:$6'))
  // JavaScript takes 30 February for 1 March.
  return time?.replace(/\D/g, '').startsWith(digits) === true ? time : null
}

/** Whether a property is a moment as Dendron writes it, in milliseconds since 1970: from 1980 to 2286. */
export function isMoment(value: unknown): value is number {
  return typeof value === 'number' && value > 315_532_800_000 && value < 1e13 && !isStamp(value)
}

/** When a note says that it was made and changed, else when its file was, which is given in milliseconds since 1970. */
export function readTimes(
  data: Readonly<Record<string, unknown>>,
  file: { readonly born: number; readonly mtime: number },
): { readonly created: string; readonly updated: string } {
  const of = (key: string) => {
    const value = data[key]
    return isMoment(value) ? formatDate(value) : (readStamp(value) ?? readDate(value))
  }
  return {
    created: of('created') ?? of('date') ?? formatDate(Math.min(file.born, file.mtime)),
    updated: of('updated') ?? of('modified') ?? formatDate(file.mtime),
  }
}

/** Milliseconds since 1970 as `YYYY-MM-DD HH:MM:SS` UTC, the form in which SQLite compares dates. */
export function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
