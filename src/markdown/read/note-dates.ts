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

/** Whether a property is a moment as Dendron writes it, in milliseconds since 1970: from 1973 to 5138. */
export function isMoment(value: unknown): value is number {
  return typeof value === 'number' && value > 1e11 && value < 1e14
}

/** When a note says that it was made and changed, else when its file was, which is given in milliseconds since 1970. */
export function readTimes(
  data: Readonly<Record<string, unknown>>,
  file: { readonly born: number; readonly mtime: number },
): { readonly created: string; readonly updated: string } {
  const of = (key: string) => {
    const value = data[key]
    return isMoment(value) ? formatDate(value) : readDate(value)
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
