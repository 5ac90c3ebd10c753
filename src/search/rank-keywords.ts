import { type RawBuilder, sql } from 'kysely'
import {
  isShown,
  isUsualFilter,
  leftOutNotes,
  noteCondition,
  usualFilter,
  type NoteFilter,
} from '../index-db/note-filter.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { KeptQuery } from '../index-db/kept-query.ts'
import type { Page } from '../index-db/note-queries.ts'
import type { AskedWords } from './asked-words.ts'
import type { ScatteredNote } from './find-scattered.ts'
import type { QueryTerm } from './parse-query.ts'
import { findCommon, listCommon } from './rank-common.ts'
import { extraScore, extraTable, mainScore, mainTable } from './score-columns.ts'
import { toExtraMatch, toMatch, type HowMany } from './to-match.ts'

/** What to rank, and which part of the ranking is wanted. */
export interface Ranking extends Page {
  readonly words: AskedWords
  readonly excluded: readonly QueryTerm[]
  readonly filter: NoteFilter
}

export interface RankedNote {
  readonly id: number
  /** From BM25 over all columns: comparable within one query, 0 where only a filter was given. */
  readonly bm25: number
  /** 2: every word in one place. 1: every word, scattered over text, tags and properties. 0: some of the words. */
  readonly completeness: number
}

/** A part of a ranking. */
export interface Ranked {
  readonly notes: readonly RankedNote[]
  /** Of all notes found. */
  readonly total: number
}

/** Notes with every word. Those whose words are scattered come last. */
export async function rankComplete(queries: IndexQueries, ranking: Ranking): Promise<Ranked> {
  const { words, excluded, filter } = ranking
  const scattered = await words.scattered()
  const isPlain = excluded.length === 0 && scattered.length === 0
  const common = isPlain ? await findCommon(queries, words, filter) : null
  if (common === null) return await rank(queries, ranking, { how: 'all', ranked: words.terms, scattered })
  const { notes, total } = await listCommon(queries, words.terms, common, ranking)
  return { notes: notes.map((note) => ({ ...note, completeness: 2 })), total }
}

/**
 * Notes with some of the words, or with words that have them as prefix. Notes with every word come first, whatever
 * their scores, unless the words are a sentence.
 */
export async function rankRelaxed(
  queries: IndexQueries,
  ranking: Ranking,
  how: 'some' | 'any',
): Promise<Ranked> {
  const { words } = ranking
  const ranked = how === 'some' ? await words.telling() : words.terms
  return await rank(queries, ranking, { how, ranked, scattered: await words.scattered() })
}

/** Notes with some of words that are known to tell notes apart. */
export async function rankTelling(queries: IndexQueries, ranking: Ranking): Promise<Ranked> {
  return await rank(queries, ranking, { how: 'some', ranked: ranking.words.terms, scattered: [] })
}

/** Notes with some of the words, without the `complete` ones that have all. */
export async function rankRest(queries: IndexQueries, ranking: Ranking, complete: number): Promise<Ranked> {
  const { words } = ranking
  return await rank(queries, ranking, {
    how: 'some',
    ranked: await words.telling(),
    scattered: await words.scattered(),
    complete,
  })
}

interface Looking {
  readonly how: HowMany
  /** The terms to rank by. */
  readonly ranked: readonly QueryTerm[]
  readonly scattered: readonly ScatteredNote[]
  /** How many notes have every word, where those are left out. */
  readonly complete?: number
}

async function rank(
  queries: IndexQueries,
  ranking: Ranking,
  { how, ranked, scattered, complete }: Looking,
): Promise<Ranked> {
  const { words, limit, offset } = ranking
  const all = allOf(words)
  const match = { main: toMatch(ranked, how), extra: toExtraMatch(ranked, how) }
  const found = {
    main: match.main,
    extra: words.hasExtra(match.extra) ? match.extra : null,
    aside: asRows(scattered),
  }
  const shape = {
    isRest: complete !== undefined,
    isAll: isSameMatch(match, all),
    isSentence: words.isSentence,
  }
  const notes = limit > 0 ? await list(queries, ranking, shape, { ...found, all }) : []
  const [first] = notes
  if (first !== undefined) return { notes, total: first.total }
  if (limit > 0 && offset === 0) return { notes, total: 0 }
  // Whoever has all the words has some of them, and scattered words are some in one place.
  const counted = await count(queries, ranking, { ...found, aside: shape.isAll ? found.aside : null })
  return { notes, total: counted - (complete ?? 0) }
}

/** Expressions for notes with every word. */
export function allOf({ terms }: AskedWords): Listed['all'] & MatchText {
  return { main: toMatch(terms, 'all'), extra: toExtraMatch(terms, 'all') }
}

/** Whoever has some of a single word has all of it: that need not be looked up. */
export function isSameMatch(one: MatchText, other: MatchText): boolean {
  return one.main === other.main && one.extra === other.extra
}

export function asRows(scattered: readonly ScatteredNote[]): string | null {
  return scattered.length === 0 ? null : JSON.stringify(scattered.map(({ id, score }) => [id, score]))
}

interface MatchText {
  readonly main: string
  readonly extra: string
}

/** What a statement is made for. */
export interface Shape {
  /** The notes with every word are left out. */
  readonly isRest: boolean
  /** Every note found has every word. */
  readonly isAll: boolean
  readonly isSentence: boolean
}

/** The full-text expressions that find notes; placeholders in a kept statement. */
interface Found {
  /** For the two full-text tables; the second is null where it adds nothing: it takes as long as the first. */
  readonly main: unknown
  readonly extra: unknown
  /** The scattered notes and their scores, as JSON; null where there are none. */
  readonly aside: unknown
}

interface Listed extends Found {
  /** Expressions for every word in either table. */
  readonly all: { readonly main: unknown; readonly extra: unknown }
  readonly limit: unknown
  readonly offset: unknown
}

type Narrowed = Pick<Ranking, 'excluded' | 'filter'>

// Most searches: words, and only the default exclusions.
const plain: Narrowed = { excluded: [], filter: usualFilter }

function isPlain({ excluded, filter }: Narrowed): boolean {
  return excluded.length === 0 && isUsualFilter(filter)
}

/** One for each shape: a dozen at the most. */
const keptLists = new Map<string, ReturnType<typeof keptList>>()

function keptList(shape: Shape, { extra, aside }: Found) {
  return new KeptQuery(
    ['main', 'extra', 'aside', 'allMain', 'allExtra', 'limit', 'offset'],
    (queries, { allMain, allExtra, ...values }) =>
      listOf(plain, shape, {
        ...values,
        extra: extra === null ? null : values.extra,
        aside: aside === null ? null : values.aside,
        all: { main: allMain, extra: allExtra },
      }).compile(queries),
  )
}

async function list(
  queries: IndexQueries,
  ranking: Ranking,
  shape: Shape,
  found: FoundText & { readonly all: MatchText },
): Promise<readonly (RankedNote & Pick<Ranked, 'total'>)[]> {
  const { limit, offset } = ranking
  const seen = viewScoresOf(queries, found)
  if (seen !== null || !isPlain(ranking))
    return (await listOf(ranking, shape, { ...found, limit, offset }, seen).execute(queries)).rows
  const { main, extra, aside, all } = found
  const key = JSON.stringify([shape, extra === null, aside === null])
  const kept = keptLists.get(key) ?? keptList(shape, found)
  keptLists.set(key, kept)
  const values = { main, extra: extra ?? '', aside: aside ?? '', allMain: all.main, allExtra: all.extra }
  return await kept.run(queries, { ...values, limit, offset })
}

interface FoundText extends Found {
  readonly main: string
  readonly extra: string | null
  readonly aside: string | null
}

/** Counting needs no scores, which take longest. */
async function count(queries: IndexQueries, narrowed: Narrowed, found: FoundText): Promise<number> {
  const { main, extra, aside } = found
  const [row] =
    aside !== null || !isPlain(narrowed)
      ? (await countOf(narrowed, found).execute(queries)).rows
      : extra === null
        ? await countMain.run(queries, { main })
        : await countBoth.run(queries, { main, extra })
  return row?.total ?? 0
}

const countBoth = new KeptQuery(['main', 'extra'], (queries, values) =>
  countOf(plain, { ...values, aside: null }).compile(queries),
)
const countMain = new KeptQuery(['main'], (queries, { main }) =>
  countOf(plain, { main, extra: null, aside: null }).compile(queries),
)

function countOf(
  { excluded, filter }: Narrowed,
  { main, extra, aside }: Found,
): RawBuilder<{ readonly total: number }> {
  // Named in full: within the condition another table is nearer.
  const passes = (id: RawBuilder<unknown>) => sql`${isLetThrough(filter, id)}${without(excluded, id)}`
  const counts = [
    sql`(SELECT count(*) FROM notes_fts WHERE notes_fts MATCH ${main} AND ${passes(mainId)})`,
    ...(extra === null
      ? []
      : [
          sql`(SELECT count(*) FROM note_extra WHERE note_extra MATCH ${extra} AND ${passes(sql`note_extra.rowid`)}
            AND note_extra.rowid NOT IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${main}
              AND +rowid IN (SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra})))`,
        ]),
    ...(aside === null
      ? []
      : [sql`(SELECT count(*) FROM (${scoresIn(aside)}) AS scattered WHERE ${passes(scatteredId)})`]),
  ]
  return sql<{ readonly total: number }>`SELECT ${sql.join(counts, sql` + `)} AS total`
}

/** The scores of the notes that are shown, as JSON. */
export interface SeenScores {
  readonly main: string
  readonly extra: string
}

/** Where some notes are shown alone: their scores by each table. */
export function viewScoresOf(
  { viewScores }: IndexQueries,
  { main, extra }: Pick<FoundText, 'main' | 'extra'>,
): SeenScores | null {
  if (viewScores === null) return null
  return {
    main: JSON.stringify([...viewScores.of(mainTable, main)]),
    extra: JSON.stringify(extra === null ? [] : [...viewScores.of(extraTable, extra)]),
  }
}

/** Most notes have a common word, so work per hit counts: only the few hits of the second table are joined. */
function listOf(
  { excluded, filter }: Narrowed,
  { isRest, isAll, isSentence }: Shape,
  { main, extra, aside, all, limit, offset }: Listed,
  seen: SeenScores | null = null,
): RawBuilder<RankedNote & Pick<Ranked, 'total'>> {
  const inMain = sql`notes_fts MATCH ${main}`
  const isComplete = (id: RawBuilder<unknown>) =>
    isRest ? sql`0` : isAll ? sql`2` : sql`2 * (${id} IN complete)`
  const passes = (id: RawBuilder<unknown>) =>
    sql`${isLetThrough(filter, id)}${without(excluded, id)}${isRest ? sql` AND ${id} NOT IN complete` : sql``}`
  // The conditions are in either half: around both they would take as long as the ranking itself.
  const score = seen === null ? mainScore : sql`ifnull(main_seen.score, 0)`
  const withSeen = seen === null ? sql`` : sql` LEFT JOIN main_seen ON main_seen.id = notes_fts.rowid`
  const mainAlone = sql`
    SELECT notes_fts.rowid AS id, ${score} AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts${withSeen} WHERE ${inMain} AND ${passes(mainId)}`
  const both = sql`
    SELECT notes_fts.rowid AS id, ${score} + ifnull(extra.score, 0) AS bm25, ${isComplete(mainId)} AS completeness
    FROM notes_fts LEFT JOIN extra ON extra.id = notes_fts.rowid${withSeen} WHERE ${inMain} AND ${passes(mainId)}
    UNION ALL SELECT id, score, ${isComplete(extraId)} FROM extra
    WHERE id NOT IN (SELECT rowid FROM notes_fts WHERE ${inMain} AND +rowid IN (SELECT id FROM extra)) AND ${passes(extraId)}`
  const tables: RawBuilder<unknown>[] =
    seen === null ? [] : [sql`main_seen AS MATERIALIZED (${scoresIn(seen.main)})`]
  if (extra !== null)
    tables.push(
      sql`extra AS MATERIALIZED (${
        seen === null
          ? sql`SELECT rowid AS id, ${extraScore} AS score FROM note_extra WHERE note_extra MATCH ${extra}`
          : sql`SELECT id, score FROM (${scoresIn(seen.extra)}) WHERE id IN (
            SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra})`
      })`,
    )
  if (isRest || !isAll)
    tables.push(
      sql`complete AS MATERIALIZED (${completeOf(all)}${
        isRest && aside !== null ? sql` UNION SELECT id FROM (${scoresIn(aside)})` : sql``
      })`,
    )
  const together = extra === null ? mainAlone : both
  tables.push(
    sql`found AS MATERIALIZED (${isRest || aside === null ? together : withScattered(together, isAll, aside, passes(scatteredId))})`,
  )
  return sql<RankedNote & Pick<Ranked, 'total'>>`
    WITH ${sql.join(tables)} SELECT id, bm25, completeness, (SELECT count(*) FROM found) AS total FROM found
    ORDER BY ${isSentence || isRest ? sql`2 DESC` : sql`3 DESC, 2 DESC`}, id LIMIT ${limit} OFFSET ${offset}`
}

export function scoresIn(rows: unknown): RawBuilder<unknown> {
  return sql`SELECT value->>0 AS id, value->>1 AS score FROM json_each(${rows})`
}

const mainId = sql`notes_fts.rowid`
const extraId = sql`extra.id`
const scatteredId = sql`scattered.id`

/** Adds the notes that have all the words, but not in one place. One with some of them in one place is in both. */
function withScattered(
  together: RawBuilder<unknown>,
  isAll: boolean,
  rows: unknown,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const others = sql`SELECT id, score, 1 FROM (${scoresIn(rows)}) AS scattered WHERE ${condition}`
  return isAll
    ? sql`${together} UNION ALL ${others}`
    : sql`SELECT id, sum(bm25) AS bm25, max(completeness) AS completeness FROM (${together} UNION ALL ${others}) GROUP BY id`
}

/** Ids of the notes that have all the words in one place, to tell them from those with some. */
function completeOf({ main, extra }: Listed['all']): RawBuilder<unknown> {
  return sql`SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${main}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra}`
}

export function without(excluded: readonly QueryTerm[], id: RawBuilder<unknown>): RawBuilder<unknown> {
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
