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

/** Notes made on a day (`01-31`) of any year in local time, those whose path ends a date with it, and those at these paths. */
export async function listNotesOfDay(
  queries: IndexQueries,
  { day, paths, most }: { readonly day: string; readonly paths: readonly string[]; readonly most: number },
): Promise<readonly NoteOfDay[]> {
  const { rows } = await sql<NoteOfDay>`
    SELECT path, title, date(created, 'localtime') AS made FROM note
    WHERE path GLOB ${`*[-_.]${day.replace('-', '[-_.]')}*`} OR path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))
      OR strftime('%m-%d', created, 'localtime') = ${day}
    LIMIT ${most}`.execute(queries)
  return rows
}
