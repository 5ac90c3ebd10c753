import type { RawBuilder } from 'kysely'
import { sql } from '../index-db/kysely.ts'
import { archivedNotes, filtersOnlyArchive, noteCondition, type NoteFilter } from '../index-db/note-filter.ts'
import { findNotesByKey, listNotes, type NoteRow } from '../index-db/note-queries.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { findSnippet } from './find-snippet.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { toAsideMatch, toExtraMatch, toMatch, type HowMany } from './to-match.ts'

export interface SearchHit {
  readonly note: NoteRow
  /** 0 to 1, comparable within one answer. */
  readonly score: number
  readonly snippet: string
  /** Of the file, from 1: where the snippet stands. */
  readonly line: number
}

export interface SearchPage {
  readonly hits: readonly SearchHit[]
  readonly total: number
  /** True when not every hit has all the words. */
  readonly isRelaxed: boolean
}

interface RawHit {
  readonly id: number
  readonly score: number
  readonly total: number
}

const noHit = sql`SELECT NULL AS id, 0.0 AS score WHERE 0`

// With fewer notes that have all the words, those that have some are shown behind them.
const enoughStrictHits = 5

/** Ranks notes by BM25 over path, title, headings, tags, aliases and text; the filter narrows before ranking. */
export async function searchKeywords(
  queries: IndexQueries,
  query: ParsedQuery,
  filter: NoteFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<SearchPage> {
  const { terms } = query
  if (terms.length === 0) return await listFiltered(queries, query, filter, page)
  const strict = await rankComplete(queries, query, filter, page)
  const total = strict[0]?.total ?? (page.offset > 0 ? await countAll(queries, query, filter) : 0)
  if (total >= enoughStrictHits || (terms.length === 1 && total > 0)) {
    return { hits: await withSnippets(queries, strict, query), total, isRelaxed: false }
  }
  // Words that begin so are many, and worth their time only where the words themselves are in no note.
  const some = terms.length === 1 ? [] : await rank(queries, query, filter, 'some', page)
  const both = some.length > 0 ? some : await rank(queries, query, filter, 'any', page)
  const found = both[0]?.total ?? 0
  return { hits: await withSnippets(queries, both, query), total: found, isRelaxed: found > total }
}

async function countAll(queries: IndexQueries, query: ParsedQuery, filter: NoteFilter): Promise<number> {
  const [first] = await rankComplete(queries, query, filter, { limit: 1, offset: 0 })
  return first?.total ?? 0
}

/**
 * Notes with every word. Those whose words are scattered over text, tags and properties come last and take longest to
 * find, so that they are looked for only where the page reaches them.
 */
async function rankComplete(
  queries: IndexQueries,
  query: ParsedQuery,
  filter: NoteFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly RawHit[]> {
  const together = await rank(queries, query, filter, 'all', page, false)
  const total = together[0]?.total ?? 0
  if (query.terms.length === 1 || total > page.offset + page.limit) return together
  return await rank(queries, query, filter, 'all', page)
}

async function rank(
  queries: IndexQueries,
  { terms, excluded }: ParsedQuery,
  filter: NoteFilter,
  how: HowMany,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  withScattered = true,
): Promise<readonly RawHit[]> {
  // Notes with every word come before notes with some, whatever their scores.
  const bonus =
    how === 'all'
      ? sql`1000 - 500 * (hit.id IN (SELECT id FROM scattered))`
      : sql`1000 * (hit.id IN complete)`
  const { rows } = await sql<RawHit>`
    WITH main AS MATERIALIZED (
      SELECT rowid AS id, -bm25(notes_fts, 2.0, 8.0, 1.0, 0.5) AS score
      FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, how)}
    ), extra AS MATERIALIZED (
      SELECT rowid AS id, -bm25(note_extra, 2.0, 3.0, 6.0, 1.0, 1.0) AS score
      FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, how)}
    ), scattered AS MATERIALIZED (${withScattered ? scatteredOver(terms) : noHit}), complete AS MATERIALIZED (${completeOf(terms, how)}
    ), hit AS (
      SELECT id, sum(score) AS score
      FROM (SELECT * FROM main UNION ALL SELECT * FROM extra UNION ALL SELECT * FROM scattered) GROUP BY id
    )
    SELECT hit.id, hit.score + ${bonus} AS score, count(*) OVER () AS total
    FROM ${filtered(filter)} AND ${without(excluded)}
    ORDER BY 2 DESC, hit.id LIMIT ${limit} OFFSET ${offset}`.execute(queries)
  return rows
}

/** Ids of the notes that have all the words, for telling them from those with some. */
function completeOf(terms: readonly QueryTerm[], how: HowMany): RawBuilder<unknown> {
  if (how === 'all') return sql`SELECT NULL AS id WHERE 0`
  return sql`SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${toMatch(terms, 'all')}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(terms, 'all')}
    UNION SELECT id FROM scattered`
}

/**
 * Notes of which no table has all the words: one may stand in a tag or a property, the others in the text. Few notes
 * have a word in such a place, so that they are looked through first; headings are part of the text anyway.
 */
function scatteredOver(terms: readonly QueryTerm[]): RawBuilder<unknown> {
  if (terms.length === 1) return noHit
  const aside = sql`SELECT rowid FROM note_extra WHERE note_extra MATCH ${toAsideMatch(terms)}`
  const everyWord = terms.map(
    (term) => sql`(rowid IN (SELECT rowid FROM note_extra WHERE note_extra MATCH ${toAsideMatch([term])})
      OR rowid IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${toMatch([term], 'all')} AND +rowid IN (${aside})))`,
  )
  return sql`SELECT rowid AS id, -bm25(note_extra, 2.0, 3.0, 6.0, 1.0, 1.0) AS score FROM note_extra
    WHERE note_extra MATCH ${toAsideMatch(terms)} AND ${sql.join(everyWord, sql` AND `)}
      AND +rowid NOT IN (SELECT id FROM main) AND +rowid NOT IN (SELECT id FROM extra)`
}

function without(excluded: readonly QueryTerm[]): RawBuilder<unknown> {
  if (excluded.length === 0) return sql`1`
  return sql`hit.id NOT IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${toMatch(excluded, 'some')}
    UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch(excluded, 'some')})`
}

/** The hits that the filter lets through. Reading each hit's row takes longer than ranking it, so only where it must be. */
function filtered(filter: NoteFilter): RawBuilder<unknown> {
  return filtersOnlyArchive(filter)
    ? sql`hit WHERE hit.id NOT IN (${archivedNotes})`
    : sql`hit JOIN note ON note.id = hit.id WHERE ${noteCondition(filter)}`
}

async function listFiltered(
  queries: IndexQueries,
  query: ParsedQuery,
  filter: NoteFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<SearchPage> {
  const hasOperators =
    query.tags.length + query.paths.length + query.types.length + query.titles.length + query.traits.length >
    0
  if (!hasOperators) return { hits: [], total: 0, isRelaxed: false }
  const { notes, total } = await listNotes(queries, filter, { ...page, sort: 'modified' })
  const hits = notes.map(({ key }) => ({ id: key, score: 1, total }))
  return { hits: await withSnippets(queries, hits, query), total, isRelaxed: false }
}

async function withSnippets(
  queries: IndexQueries,
  hits: readonly RawHit[],
  { terms }: ParsedQuery,
): Promise<readonly SearchHit[]> {
  const ids = hits.map(({ id }) => id)
  if (ids.length === 0) return []
  const notes = new Map((await findNotesByKey(queries, ids)).map((note) => [note.key, note]))
  const bodies = await queries
    .selectFrom('note')
    .innerJoin('note_body', 'note_body.note', 'note.id')
    .select(['note.id', 'note_body.body', 'note.body_line'])
    .where('note.id', 'in', ids)
    .execute()
  const texts = new Map(bodies.map(({ id, ...text }) => [id, text]))
  return hits.flatMap(({ id, score }) => {
    const note = notes.get(id)
    const text = texts.get(id)
    if (note === undefined || text === undefined) return []
    const { text: snippet, line } = findSnippet(text.body, terms)
    return [{ note, score: toUnit(score), snippet, line: text.body_line + line }]
  })
}

// BM25 has no upper end. Each kind of hit has a part of the scale to itself, in the order in which they come.
function toUnit(score: number): number {
  const [base, least, room] = score >= 1000 ? [1000, 0.5, 0.5] : score >= 500 ? [500, 0.4, 0.1] : [0, 0, 0.4]
  const raw = score - base
  return Number((least + (room * raw) / (raw + 8)).toFixed(4))
}
