import { sql } from 'kysely'
import type { IndexQueries } from './index-reader.ts'
import { noteCondition, type NoteFilter } from './note-filter.ts'

export interface PickedNote {
  readonly path: string
  readonly title: string
}

/** One of the notes that pass the filter, by chance; null where none does. */
export async function pickAnyNote(queries: IndexQueries, filter: NoteFilter): Promise<PickedNote | null> {
  const { rows } = await sql<PickedNote>`
    SELECT path, title FROM note WHERE id =
      (SELECT id FROM note WHERE ${noteCondition(filter)} ORDER BY random() LIMIT 1)`.execute(queries)
  return rows[0] ?? null
}

export interface NoteOfDay extends PickedNote {
  /** `YYYY-MM-DD`, in local time. */
  readonly made: string
}

/** Notes made on a day (`01-31`) of any year in local time, and those whose path ends a date with it. */
export async function listNotesOfDay(
  queries: IndexQueries,
  day: string,
  most: number,
): Promise<readonly NoteOfDay[]> {
  const { rows } = await sql<NoteOfDay>`
    SELECT path, title, date(created, 'localtime') AS made FROM note
    WHERE instr(path, ${`-${day}`}) > 0 OR strftime('%m-%d', created, 'localtime') = ${day}
    LIMIT ${most}`.execute(queries)
  return rows
}
