import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from 'kysely'
import { isShown } from '../index-db/note-filter.ts'
import { weightOf } from '../model/word-weight.ts'
import type { QueryTerm } from './parse-query.ts'
import { toMatch } from './to-match.ts'

export interface CountedNotes {
  readonly notes: number
  /** How many of them have each word, in the order of the words. */
  readonly having: readonly number[]
}

/** How many notes there are and have each of the words, counted up to `most`: words that tell least take longest. */
export async function countNotes(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
  most?: number,
): Promise<CountedNotes> {
  if (terms.length === 0) return { notes: 0, having: [] }
  const upTo = most === undefined ? sql`` : sql` LIMIT ${most}`
  const counts = terms.map(
    (term) => sql`(SELECT count(*) FROM (SELECT 1 FROM notes_fts
      WHERE notes_fts MATCH ${toMatch([term], 'some')} AND ${isShown(sql`rowid`)}${upTo}))`,
  )
  const { rows } = await sql<{ notes: number; found: string }>`
    SELECT (SELECT count(*) FROM note) AS notes, json_array(${sql.join(counts)}) AS found`.execute(queries)
  const having: unknown = JSON.parse(rows[0]?.found ?? '[]')
  return { notes: rows[0]?.notes ?? 0, having: Array.isArray(having) ? having.map(Number) : [] }
}

/**
 * The words that tell notes apart. A word in more than half of the notes has no weight in BM25 and takes longest to
 * look up; where all words are like that, all stay. In a long question a rare word comes several times.
 */
export function tellingOf(
  terms: readonly QueryTerm[],
  { notes, having }: CountedNotes,
): readonly QueryTerm[] {
  const times = timesCounted(notes, having)
  const repeated = terms.map((term, at) => Array.from({ length: times[at] ?? 1 }, () => term))
  const isCommon = (at: number) => (having[at] ?? 0) * 2 > notes
  // A few notes, or words that are in none of them, say nothing about the others.
  const isFound = having.some((count, at) => count > 0 && !isCommon(at))
  return notes >= fewestNotes && isFound ? repeated.filter((_, at) => !isCommon(at)).flat() : repeated.flat()
}

const fewestNotes = 1_000

/**
 * How often each word counts. In a long question many common words would together outweigh the one that says what it is
 * about, so there a word counts as many times as it weighs more than the middle one of the question.
 */
export function timesCounted(notes: number, having: readonly number[]): readonly number[] {
  const weights = having.map((count) => (count === 0 ? 0 : weightOf(count, notes)))
  const found = weights.filter((weight) => weight > 0).sort((one, other) => one - other)
  const middle = Math.max(1, found[Math.floor(found.length / 2)] ?? 1)
  const isLong = having.length > mostInShort
  return weights.map((weight) => (isLong ? Math.max(1, Math.floor(weight / middle)) : 1))
}

/** No note has every word of a question that is longer. */
export const mostInShort = 12
