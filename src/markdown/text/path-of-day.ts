import type { DateNames } from '../../model/date-names.ts'
import { formatMoment } from '../../model/format-moment.ts'
import { joinPath } from '../../model/note-path.ts'
import { legalFileName } from './legal-file-name.ts'

/** The path, without its extension, that a format has for a day, seen from a folder; null where it leads out of the vault. */
export function pathOfDay(folder: string, format: string, day: Date, names?: DateNames): string | null {
  const segments = formatMoment(day, format, names).split('/')
  const named = segments.map((segment) => (/^\.{0,2}$/.test(segment) ? segment : legalFileName(segment)))
  return joinPath(folder, named.join('/'))
}
