import { sql } from 'kysely'
import type { IndexQueries } from '../index-db/index-reader.ts'
import type { CompiledCondition } from '../index-db/nearest-queries.ts'
import { isUsualFilter, noteCondition, type NoteFilter } from '../index-db/note-filter.ts'
import type { QueryTerm } from './parse-query.ts'
import { notesWithAny } from './rank-keywords.ts'

/** The notes that may be found, as a condition that another thread can run. */
export function compileScope(
  queries: IndexQueries,
  filter: NoteFilter,
  excluded: readonly QueryTerm[],
): CompiledCondition {
  const without = excluded.length === 0 ? sql`` : sql` AND note.id NOT IN (${notesWithAny(excluded)})`
  const compiled = sql`(${noteCondition(filter)})${without}`.compile(queries)
  return { sql: compiled.sql, parameters: compiled.parameters, isBroad: isUsualFilter(filter) }
}
