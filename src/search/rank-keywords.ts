import { type RawBuilder, sql } from 'kysely'
import {
  isShown,
  isUsualFilter,
  keyList,
  leftOutNotes,
  noteCondition,
  usualFilter,
  type NoteFilter,
} from '../index-db/note-filter.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { KeptQuery } from '../index-db/kept-query.ts'
import { tellingTerms } from './count-notes.ts'
import { findScattered, type ScatteredNote } from './find-scattered.ts'
import type { QueryTerm } from './parse-query.ts'
import { findCommon, listCommon } from './rank-common.ts'
import { extraScore, mainScore } from './score-columns.ts'
import { toExtraMatch, toMatch, type HowMany } from './to-match.ts'

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
  /** From BM25 over all columns: comparable within one query, 0 where only a filter was given. */
  readonly bm25: number
  /** 2: every word in one place. 1: every word, scattered over text, tags and properties. 0: some of the words. */
  readonly completeness: number
  /** Of all notes found. */
  readonly total: number
}

// A person who lists words wants all of them; more than this is a sentence.
const mostListedTerms = 6

/** Whether these are the words of a sentence: then their total weight counts, not whether one is missing. */
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
 * Notes with some of the words, or with words that have them as prefix. Notes with every word come first, whatever
 * their scores, unless the words are a sentence.
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

/** Notes with some of the words, without those that have all; how many there are, too, where none is wanted. */
export async function rankRest(
  queries: IndexQueries,
  ranking: Ranking,
): Promise<{ readonly notes: readonly RankedNote[]; readonly total: number }> {
  const { terms } = ranking
  const scattered = await findScattered(queries, terms)
  const ranked = terms.length > 2 ? await tellingTerms(queries, terms) : terms
  const looking = { how: 'some', scattered, ranked } as const
  const match = toExtraMatch(ranked, 'some')
  const values = { main: toMatch(ranked, 'some'), extra: queries.hasExtra(match) ? match : null }
  if (ranking.limit === 0) {
    const { rows } = await countRest(ranking, looking, values).execute(queries)
    return { notes: [], total: rows[0]?.total ?? 0 }
  }
  const { limit, offset } = ranking
  const { rows } = await rankingOf(
    ranking,
    { ...looking, isRest: true },
    { ...values, limit, offset },
  ).execute(queries)
  if (rows.length > 0 || offset === 0) return { notes: rows, total: rows[0]?.total ?? 0 }
  return await rankRest(queries, { ...ranking, limit: 0 })
}

/** Counting needs no scores, which take longest. */
function countRest(
  { terms, excluded, filter }: Pick<Ranking, 'terms' | 'excluded' | 'filter'>,
  { scattered }: Looking,
  { main, extra }: Pick<RankingValues, 'main' | 'extra'>,
): RawBuilder<{ readonly total: number }> {
  const aside =
    extra === null ? sql`` : sql` UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra}`
  const keys = JSON.stringify(scattered.map(({ id }) => id))
  return sql<{ total: number }>`
    WITH complete AS MATERIALIZED (${completeOf(terms, sql``)} UNION SELECT value FROM json_each(${keys})),
      some AS MATERIALIZED (SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${main}${aside})
    SELECT count(*) AS total FROM some WHERE id NOT IN complete
      AND ${isLetThrough(filter, sql`some.id`)}${without(excluded, sql`some.id`)}`
}

interface Looking {
  readonly how: HowMany
  readonly scattered: readonly ScatteredNote[]
  /** The terms to rank by, where those are not all. */
  readonly ranked?: readonly QueryTerm[]
  /** Leaves out the notes with every word. */
  readonly isRest?: boolean
}

async function rank(
  queries: IndexQueries,
  ranking: Ranking,
  looking: Looking,
): Promise<readonly RankedNote[]> {
  const { terms, excluded, filter, limit, offset } = ranking
  const { how, scattered, ranked = terms } = looking
  const match = toExtraMatch(ranked, how)
  const extra = queries.hasExtra(match) ? match : null
  const values = { main: toMatch(ranked, how), limit, offset }
  const isPlain = how === 'all' && scattered.length === 0 && excluded.length === 0 && isUsualFilter(filter)
  if (!isPlain) return (await rankingOf(ranking, looking, { ...values, extra }).execute(queries)).rows
  return extra === null
    ? await plainMainRanking.run(queries, values)
    : await plainRanking.run(queries, { ...values, extra })
}

// Most searches: words, and only the default exclusions.
const plain = { terms: [], excluded: [], filter: usualFilter }
const plainRanking = new KeptQuery(['main', 'extra', 'limit', 'offset'], (queries, values) =>
  rankingOf(plain, { how: 'all', scattered: [] }, values).compile(queries),
)
const plainMainRanking = new KeptQuery(['main', 'limit', 'offset'], (queries, values) =>
  rankingOf(plain, { how: 'all', scattered: [] }, { ...values, extra: null }).compile(queries),
)

interface RankingValues {
  /** Expressions for the two full-text tables; null where the second adds nothing: it takes as long as the first. */
  readonly main: unknown
  readonly extra: unknown
  readonly limit: unknown
  readonly offset: unknown
}

/** Most notes have a common word, so work per hit counts: only the few hits of the second table are joined. */
function rankingOf(
  { terms, excluded, filter }: Pick<Ranking, 'terms' | 'excluded' | 'filter'>,
  { how, scattered, isRest = false }: Looking,
  { main, extra, limit, offset }: RankingValues,
): RawBuilder<RankedNote> {
  // Ranking a hit takes longer than finding it, so excluded ones are left out first.
  const among = (id: RawBuilder<unknown>) =>
    filter.keys === undefined ? sql`` : sql` AND +${id} IN (${keyList(filter.keys)})`
  const inMain = sql`notes_fts MATCH ${main}`
  const isComplete = (id: RawBuilder<unknown>) => (how === 'all' ? sql`2` : sql`2 * (${id} IN complete)`)
  const passes = (id: RawBuilder<unknown>) => sql`${isLetThrough(filter, id)}${without(excluded, id)}`
  // The conditions are in either half: around both they would take as long as the ranking itself.
  const mainAlone = sql`
    SELECT notes_fts.rowid AS id, ${mainScore} AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts WHERE ${inMain}${among(mainId)} AND ${passes(mainId)}`
  const both = sql`
    SELECT notes_fts.rowid AS id, ${mainScore} + ifnull(extra.score, 0) AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts LEFT JOIN extra ON extra.id = notes_fts.rowid WHERE ${inMain}${among(mainId)} AND ${passes(mainId)}
    UNION ALL SELECT id, score, ${isComplete(extraId)} FROM extra
    WHERE id NOT IN (SELECT rowid FROM notes_fts WHERE ${inMain} AND +rowid IN (SELECT id FROM extra)) AND ${passes(extraId)}`
  const tables = [
    ...(extra === null
      ? []
      : [
          sql`extra AS MATERIALIZED (
            SELECT rowid AS id, ${extraScore} AS score FROM note_extra WHERE note_extra MATCH ${extra}${among(rowid)}
          )`,
        ]),
    ...(how === 'all' ? [] : [sql`complete AS MATERIALIZED (${completeOf(terms, among(rowid))})`]),
    sql`found AS MATERIALIZED (
      ${withScattered(extra === null ? mainAlone : both, { how, scattered }, passes(sql`scattered.id`))})`,
  ]
  const which = isRest ? sql` WHERE completeness = 0` : sql``
  return sql<RankedNote>`
    WITH ${sql.join(tables)}
    SELECT id, bm25, completeness, (SELECT count(*) FROM found${which}) AS total FROM found${which}
    ORDER BY ${isSentence(terms) ? sql`2 DESC` : sql`3 DESC, 2 DESC`}, id LIMIT ${limit} OFFSET ${offset}`
}

const rowid = sql`rowid`
const mainId = sql`notes_fts.rowid`
const extraId = sql`extra.id`

/**
 * Adds the notes that have all the words, but not in one place. One that has some of them in one place appears in both.
 */
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

/** Ids of the notes that have all the words in one place, to tell them from those with some. */
function completeOf(terms: readonly QueryTerm[], among: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, 'all')}${among}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, 'all')}${among}`
}

function without(excluded: readonly QueryTerm[], id: RawBuilder<unknown>): RawBuilder<unknown> {
  return excluded.length === 0 ? sql`` : sql` AND ${id} NOT IN (${notesWithAny(excluded)})`
}

/** Keys of the notes that have any of these words. */
export function notesWithAny(terms: readonly QueryTerm[]): RawBuilder<unknown> {
  return sql`SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, 'one')}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, 'one')}`
}

/**
 * Whether the filter accepts a hit. Reading each hit's row takes longer than ranking it, so it is done only where
 * needed.
 */
function isLetThrough(filter: NoteFilter, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return isUsualFilter(filter)
    ? sql`${id} NOT IN (${leftOutNotes}) AND ${isShown(id)}`
    : sql`EXISTS (SELECT 1 FROM note WHERE note.id = ${id} AND ${noteCondition(filter)})`
}
