import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from 'kysely'
import { isShown } from '../index-db/note-filter.ts'
import type { QueryTerm } from './parse-query.ts'
import { toMatch } from './to-match.ts'

/** How many notes there are, and how many contain each of the words. */
export async function countNotes(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
): Promise<{ readonly notes: number; readonly having: readonly number[] }> {
  const counts = terms.map(
    (term) =>
      sql`(SELECT count(*) FROM notes_fts WHERE notes_fts MATCH ${toMatch([term], 'some')} AND ${isShown(sql`rowid`)})`,
  )
  const { rows } = await sql<{ notes: number; found: string }>`
    SELECT (SELECT count(*) FROM note) AS notes, json_array(${sql.join(counts)}) AS found`.execute(queries)
  const having: unknown = JSON.parse(rows[0]?.found ?? '[]')
  return { notes: rows[0]?.notes ?? 0, having: Array.isArray(having) ? having.map(Number) : [] }
}

/**
 * The words that tell notes apart. A word in more than half of the notes has no weight in BM25 and takes longest to
 * look up; where all words are like that, all stay.
 */
export async function tellingTerms(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
): Promise<readonly QueryTerm[]> {
  const { notes, having } = await countNotes(queries, terms)
  const telling = terms.filter((_, index) => (having[index] ?? 0) * 2 <= notes)
  // A few notes, or words that are in none of them, say nothing about the others.
  const isFound = telling.some((term) => (having[terms.indexOf(term)] ?? 0) > 0)
  return notes >= fewestNotes && isFound ? telling : terms
}

const fewestNotes = 1_000
