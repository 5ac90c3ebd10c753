import { formatMoment } from './format-moment.ts'
import { readNaturalDate } from './natural-date.ts'

/** The day that a person's calendar shows: `2026-11-05`. */
export function localDay(time: Date): string {
  const part = (value: number, length: number) => String(value).padStart(length, '0')
  return `${part(time.getFullYear(), 4)}-${part(time.getMonth() + 1, 2)}-${part(time.getDate(), 2)}`
}

/** The first moment of a day on this machine's calendar, or the last second, with its zone: `2026-11-05T00:00:00-08:00`. */
export function momentOfDay(day: string, end: 'first' | 'last'): string {
  return zoned(`${day}T${end === 'first' ? '00:00:00' : '23:59:59'}`)
}

/** A time without a zone as that of this machine. */
export function zoned(local: string): string {
  return formatMoment(new Date(local), 'YYYY-MM-DD[T]HH:mm:ssZ')
}

/** Words for days, such as `yesterday`, as a moment of theirs with its zone; any other text as it is. */
export function momentOfWords(text: string, now: Date, end: 'first' | 'last'): string {
  const natural = readNaturalDate(text, now)
  return natural?.kind === 'days' ? momentOfDay(natural[end], end) : text
}

/** `2026-03-01` after `2026-02-28`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}
