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
import type { Page } from '../index-db/note-queries.ts'
import { tellingTerms } from './count-notes.ts'
import { findScattered, type ScatteredNote } from './find-scattered.ts'
import type { QueryTerm } from './parse-query.ts'
import { findCommon, listCommon } from './rank-common.ts'
import { extraScore, extraTable, mainScore, mainTable } from './score-columns.ts'
import { toExtraMatch, toMatch, type HowMany } from './to-match.ts'

/** What to rank, and which part of the ranking is wanted. */
export interface Ranking extends Page {
  readonly terms: readonly QueryTerm[]
  readonly excluded: readonly QueryTerm[]
  readonly filter: NoteFilter
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

/** Notes with every word. Those whose words are `scattered` come last. */
export async function rankComplete(
  queries: IndexQueries,
  ranking: Ranking,
  scattered: readonly ScatteredNote[],
): Promise<readonly RankedNote[]> {
  const { terms, excluded, filter } = ranking
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

/** Notes with some of words that are known to tell notes apart. */
export async function rankTelling(queries: IndexQueries, ranking: Ranking): Promise<readonly RankedNote[]> {
  return await rank(queries, ranking, { how: 'some', scattered: [] })
}

/** Notes with some of the words, without the `complete` ones that have all; how many, too, where none is wanted. */
export async function rankRest(
  queries: IndexQueries,
  ranking: Ranking,
  { scattered, complete }: { readonly scattered: readonly ScatteredNote[]; readonly complete: number },
): Promise<{ readonly notes: readonly RankedNote[]; readonly total: number }> {
  const { terms, limit, offset } = ranking
  const ranked = terms.length > 2 ? await tellingTerms(queries, terms) : terms
  const match = toExtraMatch(ranked, 'some')
  const values = { main: toMatch(ranked, 'some'), extra: queries.hasExtra(match) ? match : null }
  if (limit > 0) {
    const looking = { how: 'some', scattered, ranked, isRest: true } as const
    const { rows } = await rankingOf(ranking, looking, {
      ...values,
      ...viewScoresOf(queries, values),
      aside: asRows(scattered),
      limit,
      offset,
    }).execute(queries)
    if (rows.length > 0 || offset === 0) return { notes: rows, total: rows[0]?.total ?? 0 }
  }
  // Whoever has all the words has some of them.
  return { notes: [], total: (await countSome(queries, ranking, values)) - complete }
}

/** Counting needs no scores, which take longest. */
async function countSome(
  queries: IndexQueries,
  { excluded, filter }: Ranking,
  { main, extra }: { readonly main: string; readonly extra: string | null },
): Promise<number> {
  const isPlain = excluded.length === 0 && isUsualFilter(filter)
  const [row] = !isPlain
    ? (await countOf({ excluded, filter }, { main, extra }).execute(queries)).rows
    : extra === null
      ? await countMain.run(queries, { main })
      : await countBoth.run(queries, { main, extra })
  return row?.total ?? 0
}

const countBoth = new KeptQuery(['main', 'extra'], (queries, values) =>
  countOf(plain, values).compile(queries),
)
const countMain = new KeptQuery(['main'], (queries, { main }) =>
  countOf(plain, { main, extra: null }).compile(queries),
)

function countOf(
  { excluded, filter }: Pick<Ranking, 'excluded' | 'filter'>,
  { main, extra }: Pick<RankingValues, 'main' | 'extra'>,
): RawBuilder<{ readonly total: number }> {
  // Named in full: within the condition another table is nearer.
  const passes = (id: RawBuilder<unknown>) => sql`${isLetThrough(filter, id)}${without(excluded, id)}`
  const inMain = sql`SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${main} AND ${passes(mainId)}`
  if (extra === null) return sql`SELECT count(*) AS total FROM (${inMain})`
  return sql`SELECT count(*) AS total FROM (
    ${inMain} UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra} AND ${passes(sql`note_extra.rowid`)})`
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
  const { scattered, ranked = terms } = looking
  const match = toExtraMatch(ranked, looking.how)
  const extra = queries.hasExtra(match) ? match : null
  const main = toMatch(ranked, looking.how)
  // Whoever has some of a single word has all of it: that need not be looked up.
  const isWhole = main === toMatch(terms, 'all') && match === toExtraMatch(terms, 'all')
  const how = isWhole ? 'all' : looking.how
  const aside = asRows(scattered)
  const seen = viewScoresOf(queries, { main, extra })
  const isPlain = seen === null && how === 'all' && excluded.length === 0 && isUsualFilter(filter)
  if (!isPlain)
    return (
      await rankingOf(ranking, { ...looking, how }, { main, extra, aside, limit, offset, ...seen }).execute(
        queries,
      )
    ).rows
  const [alone, withAside] = extra === null ? plainMain : plainBoth
  const kept = aside === null ? alone : withAside
  return await kept.run(queries, { main, extra: extra ?? '', aside: aside ?? '', limit, offset })
}

/** Where some notes are shown alone: their scores by each table, as JSON. */
function viewScoresOf(
  { viewScores }: IndexQueries,
  { main, extra }: { readonly main: string; readonly extra: string | null },
): Pick<RankingValues, 'mainScores' | 'extraScores'> | null {
  if (viewScores === null) return null
  return {
    mainScores: JSON.stringify([...viewScores.of(mainTable, main)]),
    extraScores: JSON.stringify(extra === null ? [] : [...viewScores.of(extraTable, extra)]),
  }
}

function asRows(scattered: readonly ScatteredNote[]): string | null {
  return scattered.length === 0 ? null : JSON.stringify(scattered.map(({ id, score }) => [id, score]))
}

// Most searches: words, and only the default exclusions.
const plain = { terms: [], excluded: [], filter: usualFilter }
const plainRanking = (without: Partial<RankingValues>) =>
  new KeptQuery(['main', 'extra', 'aside', 'limit', 'offset'], (queries, values) =>
    rankingOf(plain, { how: 'all' }, { ...values, ...without }).compile(queries),
  )
const plainMain = [plainRanking({ extra: null, aside: null }), plainRanking({ extra: null })] as const
const plainBoth = [plainRanking({ aside: null }), plainRanking({})] as const

interface RankingValues {
  /** Expressions for the two full-text tables; null where the second adds nothing: it takes as long as the first. */
  readonly main: unknown
  readonly extra: unknown
  /** The scattered notes and their scores, as JSON; null where there are none. */
  readonly aside: unknown
  readonly limit: unknown
  readonly offset: unknown
  /** The scores of the notes that are shown, as JSON, where others are not. */
  readonly mainScores?: unknown
  readonly extraScores?: unknown
}

/** Most notes have a common word, so work per hit counts: only the few hits of the second table are joined. */
function rankingOf(
  { terms, excluded, filter }: Pick<Ranking, 'terms' | 'excluded' | 'filter'>,
  { how, isRest = false }: Pick<Looking, 'how' | 'isRest'>,
  { main, extra, aside, limit, offset, mainScores, extraScores }: RankingValues,
): RawBuilder<RankedNote> {
  // Ranking a hit takes longer than finding it, so excluded ones are left out first.
  const among = (id: RawBuilder<unknown>) =>
    filter.keys === undefined ? sql`` : sql` AND +${id} IN (${keyList(filter.keys)})`
  const inMain = sql`notes_fts MATCH ${main}`
  const isComplete = (id: RawBuilder<unknown>) => (how === 'all' ? sql`2` : sql`2 * (${id} IN complete)`)
  const passes = (id: RawBuilder<unknown>) => sql`${isLetThrough(filter, id)}${without(excluded, id)}`
  // The conditions are in either half: around both they would take as long as the ranking itself.
  const isWhole = mainScores === undefined
  const score = isWhole ? mainScore : sql`ifnull(main_seen.score, 0)`
  const withSeen = isWhole ? sql`` : sql` LEFT JOIN main_seen ON main_seen.id = notes_fts.rowid`
  const mainAlone = sql`
    SELECT notes_fts.rowid AS id, ${score} AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts${withSeen} WHERE ${inMain}${among(mainId)} AND ${passes(mainId)}`
  const both = sql`
    SELECT notes_fts.rowid AS id, ${score} + ifnull(extra.score, 0) AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts LEFT JOIN extra ON extra.id = notes_fts.rowid${withSeen} WHERE ${inMain}${among(mainId)} AND ${passes(mainId)}
    UNION ALL SELECT id, score, ${isComplete(extraId)} FROM extra
    WHERE id NOT IN (SELECT rowid FROM notes_fts WHERE ${inMain} AND +rowid IN (SELECT id FROM extra)) AND ${passes(extraId)}`
  const tables: RawBuilder<unknown>[] = isWhole
    ? []
    : [sql`main_seen AS MATERIALIZED (${scoresIn(mainScores)})`]
  if (extra !== null)
    tables.push(
      sql`extra AS MATERIALIZED (${
        isWhole
          ? sql`SELECT rowid AS id, ${extraScore} AS score FROM note_extra WHERE note_extra MATCH ${extra}${among(rowid)}`
          : sql`SELECT id, score FROM (${scoresIn(extraScores)}) WHERE id IN (
            SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra}${among(rowid)})`
      })`,
    )
  if (how !== 'all') tables.push(sql`complete AS MATERIALIZED (${completeOf(terms, among(rowid))})`)
  const together = extra === null ? mainAlone : both
  tables.push(sql`found AS MATERIALIZED (
    ${withScattered(together, how, aside, passes(sql`scattered.id`))})`)
  const which = isRest ? sql` WHERE completeness = 0` : sql``
  return sql<RankedNote>`
    WITH ${sql.join(tables)}
    SELECT id, bm25, completeness, (SELECT count(*) FROM found${which}) AS total FROM found${which}
    ORDER BY ${isSentence(terms) ? sql`2 DESC` : sql`3 DESC, 2 DESC`}, id LIMIT ${limit} OFFSET ${offset}`
}

function scoresIn(rows: unknown): RawBuilder<unknown> {
  return sql`SELECT value->>0 AS id, value->>1 AS score FROM json_each(${rows})`
}

const rowid = sql`rowid`
const mainId = sql`notes_fts.rowid`
const extraId = sql`extra.id`

/** Adds the notes that have all the words, but not in one place. One with some of them in one place is in both. */
function withScattered(
  together: RawBuilder<unknown>,
  how: HowMany,
  rows: unknown,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (rows === null) return together
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

/** Whether the filter accepts a hit. Reading each hit's row takes longer than ranking it: it is done only if needed. */
function isLetThrough(filter: NoteFilter, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return isUsualFilter(filter)
    ? sql`${id} NOT IN (${leftOutNotes}) AND ${isShown(id)}`
    : sql`EXISTS (SELECT 1 FROM note WHERE note.id = ${id} AND ${noteCondition(filter)})`
}
