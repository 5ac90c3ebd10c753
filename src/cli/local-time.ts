import { isIsoDate } from '../model/is-iso-date.ts'
import { formatMoment } from '../model/format-moment.ts'
import { localDay, momentOfDay, momentOfWords, zoned } from '../model/local-day.ts'

/**
 * A day on the person's calendar as its first moment, or its last, and a time without a zone as that of this machine. Any
 * other text, such as `7d` or what is no date, stays as it is.
 */
export function fromLocal(text: string, end: 'first' | 'last' = 'first', now = new Date()): string {
  const written = text.trim()
  if (isIsoDate(written)) {
    if (/^[\d-]{10}$/.test(written)) return momentOfDay(written, end)
    return /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(written.slice(10)) ? text : zoned(written.replace(' ', 'T'))
  }
  return momentOfWords(text, now, end)
}

/** The local day of a moment; midnight in UTC is that day itself, as frontmatter names days. */
export function dayShown(iso: string): string {
  return iso === '' || iso.endsWith('T00:00:00Z') ? iso.slice(0, 10) : localDay(new Date(iso))
}

/** A moment on this machine's clock. */
export function timeShown(iso: string): string {
  return formatMoment(new Date(iso), 'YYYY-MM-DD HH:mm:ss')
}
