import { formatMoment } from '../../model/format-moment.ts'
import { isMoment, isStamp } from '../read/note-dates.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { setProperties } from './set-properties.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const local = /^\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}(:\d{2})?$/
const utc = /^\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/

/** A note's text with `updated` set to now where the note has it. */
export function touch(text: string, now: Date): string {
  const frontmatter = readFrontmatter(text)
  const updated = touchDate(frontmatter.data['updated'], now)
  return updated === null ? text : setProperties(text, { changes: { updated }, frontmatter })
}

/**
 * Now, in the form that a note already uses: a day, a local time, also as a compact stamp, UTC, or milliseconds since 1970.
 * Null for an unknown form, which stays as it is.
 */
export function touchDate(before: unknown, now: Date): string | number | null {
  if (isMoment(before)) return now.getTime()
  if (isStamp(before)) {
    const after = formatMoment(now, 'YYYYMMDDHHmmss').slice(0, String(before).length)
    return typeof before === 'number' ? Number(after) : after
  }
  if (typeof before !== 'string') return null
  if (day.test(before)) return formatMoment(now, 'YYYY-MM-DD')
  const [isLocal, separator = 'T', seconds] = local.exec(before) ?? []
  if (isLocal !== undefined)
    return formatMoment(now, `YYYY-MM-DD[${separator}]HH:mm${seconds === undefined ? '' : ':ss'}`)
  const [isUtc, mark = 'T', fraction = ''] = utc.exec(before) ?? []
  if (isUtc === undefined) return null
  return `${now.toISOString().slice(0, fraction === '' ? 19 : 23)}Z`.replace('T', mark)
}
