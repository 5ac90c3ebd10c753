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

/** Milliseconds since 1970 as `YYYY-MM-DD HH:MM:SS` UTC, the form in which SQLite compares dates. */
export function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
