import { sql } from 'kysely'
import type { IndexQueries } from '../index-db/index-reader.ts'
import type { CompiledCondition } from '../index-db/nearest-queries.ts'
import { hasNote } from '../index-db/note-queries.ts'
import { isUsualFilter, keyList, noteCondition, type NoteFilter } from '../index-db/note-filter.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { notesWithAny } from './rank-keywords.ts'

/**
 * The filter of a query of nothing but phrases: whoever puts all of it in quotes wants notes with them. Where no note has
 * them all, a phrase counts as a word does.
 */
export async function withPhrases(
  queries: IndexQueries,
  { terms }: Pick<ParsedQuery, 'terms'>,
  filter: NoteFilter,
): Promise<NoteFilter> {
  if (terms.length === 0 || terms.some(({ kind }) => kind !== 'phrase')) return filter
  const phrases = terms.map((phrase) => ({ within: notesWithAny([phrase]) }))
  const narrowed = { ...filter, all: [...(filter.all ?? []), ...phrases] }
  return (await hasNote(queries, narrowed)) ? narrowed : filter
}

/**
 * The notes that may be found, as a condition that another thread can run. That one sees the whole vault: where this connection
 * does not, whatever a filter asks of links and others is answered here.
 */
export async function compileScope(
  queries: IndexQueries,
  filter: NoteFilter,
  excluded: readonly QueryTerm[],
): Promise<CompiledCondition> {
  const without = excluded.length === 0 ? sql`` : sql` AND note.id NOT IN (${notesWithAny(excluded)})`
  const condition = sql`(${noteCondition(filter)})${without}`
  const isUsual = isUsualFilter(filter)
  if (queries.viewScores !== null && !isUsual) {
    const { rows } = await sql<{ readonly id: number }>`SELECT id FROM note WHERE ${condition}`.execute(
      queries,
    )
    const keys = sql`note.id IN (${keyList(rows.map(({ id }) => id))})`.compile(queries)
    return { sql: keys.sql, parameters: keys.parameters, isBroad: false }
  }
  const compiled = condition.compile(queries)
  return { sql: compiled.sql, parameters: compiled.parameters, isBroad: isUsual }
}
