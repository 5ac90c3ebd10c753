import type { RawBuilder } from 'kysely'
import { sql } from '../index-db/kysely.ts'
import {
  archivedNotes,
  filtersOnlyArchive,
  isShown,
  keyList,
  noteCondition,
  type NoteFilter,
} from '../index-db/note-filter.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { tellingTerms } from './count-notes.ts'
import type { QueryTerm } from './parse-query.ts'
import { findCommon, listCommon } from './rank-common.ts'
import { extraScore, mainScore } from './score-columns.ts'
import { toAsideMatch, toExtraMatch, toMatch, type HowMany } from './to-match.ts'

/** What to rank, and which part of the ranking is wanted. */
export interface Ranking {
  readonly terms: readonly QueryTerm[]
  readonly excluded: readonly QueryTerm[]
  readonly filter: NoteFilter
  readonly limit: number
  readonly offset: number
}

export interface RankedNote {
  readonly id: number
  /** As BM25 gives it, over all columns: comparable within one query, 0 where only a filter was asked for. */
  readonly bm25: number
  /** 2: every word in one place. 1: every word, scattered over text, tags and properties. 0: some of the words. */
  readonly completeness: number
  /** Of all that were found. */
  readonly total: number
}

// More words than a person lists, who wants all of them.
const mostListedTerms = 6

/** Whether these are the words of a sentence: then what counts is what they weigh together, not whether one is missing. */
export function isSentence(terms: readonly QueryTerm[]): boolean {
  return terms.length > mostListedTerms
}

/** Notes with every word. Those whose words are scattered come last. */
export async function rankComplete(queries: IndexQueries, ranking: Ranking): Promise<readonly RankedNote[]> {
  const { terms, excluded, filter } = ranking
  const scattered = await findScattered(queries, terms)
  const isPlain = excluded.length === 0 && scattered.length === 0
  const common = isPlain ? await findCommon(queries, terms, filter) : null
  if (common !== null) {
    const notes = await listCommon(queries, terms, common, ranking)
    return notes.map((note) => ({ ...note, completeness: 2 }))
  }
  return await rank(queries, ranking, { how: 'all', scattered })
}

/**
 * Notes with some of the words, or with words that begin so. Those with every word come first, whatever their scores,
 * unless the words are a sentence.
 */
export async function rankRelaxed(
  queries: IndexQueries,
  ranking: Ranking,
  how: 'some' | 'any',
): Promise<readonly RankedNote[]> {
  const { terms } = ranking
  const scattered = isSentence(terms) ? [] : await findScattered(queries, terms)
  const telling = terms.length > 2 && how === 'some' ? await tellingTerms(queries, terms) : terms
  return await rank(queries, ranking, { how, scattered, ranked: telling })
}

interface ScatteredNote {
  readonly id: number
  readonly score: number
}

interface Looking {
  readonly how: HowMany
  readonly scattered: readonly ScatteredNote[]
  /** The terms to rank by, where those are not all. */
  readonly ranked?: readonly QueryTerm[]
}

/** A common word is in most notes: what is done for each hit counts, so that only the few of the second table are joined. */
async function rank(
  queries: IndexQueries,
  { terms, excluded, filter, limit, offset }: Ranking,
  { how, scattered, ranked = terms }: Looking,
): Promise<readonly RankedNote[]> {
  // Ranking a hit takes longer than finding it, so that those out of question are left out first.
  const among = filter.keys === undefined ? sql`` : sql` AND +rowid IN (${keyList(filter.keys)})`
  const amongMain =
    filter.keys === undefined ? sql`` : sql` AND +notes_fts.rowid IN (${keyList(filter.keys)})`
  const inMain = sql`notes_fts MATCH ${toMatch(ranked, how)}`
  const isComplete = (id: RawBuilder<unknown>) => (how === 'all' ? sql`2` : sql`2 * (${id} IN complete)`)
  const passes = (id: RawBuilder<unknown>) => sql`${isLetThrough(filter, id)}${without(excluded, id)}`
  // The conditions stand in either half: around both they would take as long as the ranking itself.
  const together = sql`
    SELECT notes_fts.rowid AS id, ${mainScore} + ifnull(extra.score, 0) AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts LEFT JOIN extra ON extra.id = notes_fts.rowid WHERE ${inMain}${amongMain} AND ${passes(mainId)}
    UNION ALL SELECT id, score, ${isComplete(extraId)} FROM extra
    WHERE id NOT IN (SELECT rowid FROM notes_fts WHERE ${inMain} AND +rowid IN (SELECT id FROM extra)) AND ${passes(extraId)}`
  const { rows } = await sql<RankedNote>`
    WITH extra AS MATERIALIZED (
      SELECT rowid AS id, ${extraScore} AS score FROM note_extra WHERE note_extra MATCH ${toExtraMatch(ranked, how)}${among}
    ), ${how === 'all' ? sql`` : sql`complete AS MATERIALIZED (${completeOf(terms, among)}), `}found AS MATERIALIZED (${withScattered(together, { how, scattered }, passes(sql`scattered.id`))})
    SELECT id, bm25, completeness, (SELECT count(*) FROM found) AS total FROM found
    ORDER BY ${isSentence(terms) ? sql`2 DESC` : sql`3 DESC, 2 DESC`}, id LIMIT ${limit} OFFSET ${offset}`.execute(
    queries,
  )
  return rows
}

const mainId = sql`notes_fts.rowid`
const extraId = sql`extra.id`

/** With the notes that have all the words, but not in one place. One that has some of them in one place is both. */
function withScattered(
  together: RawBuilder<unknown>,
  { how, scattered }: Looking,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (scattered.length === 0) return together
  const rows = JSON.stringify(scattered.map(({ id, score }) => [id, score]))
  const others = sql`SELECT id, score, 1
    FROM (SELECT value->>0 AS id, value->>1 AS score FROM json_each(${rows})) AS scattered WHERE ${condition}`
  return how === 'all'
    ? sql`${together} UNION ALL ${others}`
    : sql`SELECT id, sum(bm25) AS bm25, max(completeness) AS completeness FROM (${together} UNION ALL ${others}) GROUP BY id`
}

/** Ids of the notes that have all the words in one place, for telling them from those with some. */
function completeOf(terms: readonly QueryTerm[], among: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, 'all')}${among}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, 'all')}${among}`
}

/**
 * Notes of which no table has all the words: one may stand in a tag or a property, the others in the text. Few notes
 * have a word in such a place, so that they are looked through first; headings are part of the text anyway.
 */
async function findScattered(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
): Promise<readonly ScatteredNote[]> {
  const aside = toAsideMatch(terms, 'some')
  if (terms.length < 2 || !queries.hasExtra(aside)) return []
  const everyWord = terms.map(
    (
      term,
    ) => sql`(rowid IN (SELECT rowid FROM note_extra WHERE note_extra MATCH ${toAsideMatch([term], 'some')})
      OR rowid IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${toMatch([term], 'all')} AND +rowid IN aside))`,
  )
  const { rows } = await sql<ScatteredNote>`
    WITH aside AS MATERIALIZED (SELECT rowid FROM note_extra WHERE note_extra MATCH ${aside})
    SELECT rowid AS id, ${extraScore} AS score FROM note_extra
    WHERE note_extra MATCH ${aside} AND ${sql.join(everyWord, sql` AND `)}
      AND +rowid NOT IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, 'all')})
      AND +rowid NOT IN (SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, 'all')})`.execute(
    queries,
  )
  return rows
}

function without(excluded: readonly QueryTerm[], id: RawBuilder<unknown>): RawBuilder<unknown> {
  return excluded.length === 0 ? sql`` : sql` AND ${id} NOT IN (${notesWithAny(excluded)})`
}

/** Keys of the notes that have any of these words. */
export function notesWithAny(terms: readonly QueryTerm[]): RawBuilder<unknown> {
  return sql`SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, 'one')}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, 'one')}`
}

/** Whether the filter lets a hit through. Reading each hit's row takes longer than ranking it, so only where it must be. */
function isLetThrough(filter: NoteFilter, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return filtersOnlyArchive(filter)
    ? sql`${id} NOT IN (${archivedNotes}) AND ${isShown(id)}`
    : sql`EXISTS (SELECT 1 FROM note WHERE note.id = ${id} AND ${noteCondition(filter)})`
}
