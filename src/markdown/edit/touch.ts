import { VaultError } from '../../model/vault-error.ts'
import { isMoment, isStamp } from '../read/note-dates.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { setProperties } from './set-properties.ts'

/** A note's text with `updated` set to now where the note has it, and where nothing else changes by that. */
export function touch(text: string, now: Date): string {
  const frontmatter = readFrontmatter(text)
  const updated = touchDate(frontmatter.data['updated'], now)
  try {
    return updated === null ? text : setProperties(text, { changes: { updated }, frontmatter })
  } catch (error) {
    // Another key has this one's value by an anchor.
    if (error instanceof VaultError && error.code === 'CONFLICT') return text
    throw error
  }
}

/**
 * Now, in the form that a note already uses: a day, a local time, one with an offset, which stays, a compact stamp, or
 * milliseconds since 1970. Null for an unknown form, which stays as it is.
 */
export function touchDate(before: unknown, now: Date): string | number | null {
  if (isMoment(before)) return now.getTime()
  if (isStamp(before)) {
    const after = timeIn('', now).replace(/\D/g, '').slice(0, String(before).length)
    return typeof before === 'number' ? Number(after) : after
  }
  const [isTime, mark = '', clock = '', zone = ''] =
    typeof before === 'string' ? (written.exec(before) ?? []) : []
  if (isTime === undefined) return null
  const time = timeIn(zone, now)
  return `${time.slice(0, 10)}${mark}${time.slice(11, 11 + clock.length)}${zone}`
}

const written = /^\d{4}-\d\d-\d\d(?:([T ])(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(\s*(?:Z|[+-]\d\d:?\d\d))?)?$/

/** `YYYY-MM-DDTHH:mm:ss.sssssssss` in a zone such as `+01:00`, the local one where none is given. */
function timeIn(zone: string, now: Date): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? [null, '+', 0, 0]
  const offset = Number(hours) * 60 + Number(minutes)
  const shift = zone === '' ? -now.getTimezoneOffset() : sign === '-' ? -offset : offset
  return new Date(now.getTime() + shift * 60_000).toISOString().replace('Z', '000000')
}
