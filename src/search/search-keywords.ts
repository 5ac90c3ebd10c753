import { isNarrowed, type NoteFilter } from '../index-db/note-filter.ts'
import { sql } from 'kysely'
import { listNotes, type Page } from '../index-db/note-queries.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { AskedWords } from './asked-words.ts'
import { isStopWord } from './stop-words.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import {
  notesWithAny,
  rankComplete,
  rankRelaxed,
  rankRest,
  type RankedNote,
  type Ranking,
} from './rank-keywords.ts'

/** Where a hit has the words: `no word` where it was found by meaning, and `filter` where none was looked for. */
export type Matched =
  'all words' | 'all words, scattered' | 'some words' | 'beginnings of words' | 'no word' | 'filter'

export interface KeywordHit {
  /** Integer key of the note. */
  readonly key: number
  /** 0 to 1, comparable within one answer. */
  readonly score: number
  /** From BM25; `idealScore` is that of an ideal match. */
  readonly bm25: number
  readonly matched: Matched
}

export interface KeywordHits {
  readonly hits: readonly KeywordHit[]
  readonly total: number
  /** True when notes are shown that have only some of the words. */
  readonly isRelaxed: boolean
  /** How many have every word, where those come before notes with some. */
  readonly complete: number
  /** Whether the total counts the notes with some of the words, too. */
  readonly hasRest: boolean
}

export const noHits: KeywordHits = { hits: [], total: 0, complete: 0, isRelaxed: false, hasRest: false }

/** Ranks notes by BM25 over path, title, headings, tags, aliases and text. The filter narrows before ranking. */
export async function findKeywords(
  queries: IndexQueries,
  query: ParsedQuery,
  filter: NoteFilter,
  page: Page,
  words = new AskedWords(queries, rankedTerms(query)),
): Promise<KeywordHits> {
  const { terms } = words
  if (terms.length === 0) return await listFiltered(queries, query, filter, page)
  const ranking: Ranking = { words, excluded: query.excluded, filter, ...page }
  if (words.isSentence) return await findSentence(queries, ranking)
  const { notes, total } = await rankComplete(queries, ranking)
  const hits = notes.map((note) => toHit(note, 'some words'))
  // Words that most of very many notes have are not counted one by one.
  const isCommon = total > queries.largestKey() / 2 && total > mostCounted
  if (isCommon || (terms.length === 1 && total > 0)) return { ...noHits, hits, total, complete: total }
  const beyond = { ...ranking, ...after(page, total, hits.length) }
  const rest = await rankRest(queries, beyond, total)
  if (total + rest.total > 0) {
    const some = rest.notes.map((note) => toHit(note, 'some words'))
    return {
      hits: [...hits, ...some],
      total: total + rest.total,
      complete: total,
      isRelaxed: some.length > 0 && total < enoughCompleteHits,
      hasRest: true,
    }
  }
  // Prefixes match many words, and are worth their time only where no note has the words themselves.
  const beginnings = await rankRelaxed(queries, ranking, 'any')
  return {
    hits: beginnings.notes.map((note) => toHit(note, 'beginnings of words')),
    total: beginnings.total,
    complete: 0,
    isRelaxed: beginnings.total > total,
    hasRest: true,
  }
}

/** Whether any note has any of the words: archived or not, and whatever else a search leaves out. */
export async function hasWordsAnywhere(queries: IndexQueries, query: ParsedQuery): Promise<boolean> {
  const asked = { ...query, excluded: [] }
  if (rankedTerms(asked).length === 0) return false
  const { total } = await findKeywords(
    queries,
    asked,
    { includeArchived: true, includeExcluded: true },
    firstHit,
  )
  return total > 0
}

const firstHit: Page = { offset: 0, limit: 1 }
const mostCounted = 5_000
// With fewer notes that have all the words, the answer says that others follow.
const enoughCompleteHits = 5

/** The part of a page that lies beyond the notes with all the words. */
function after({ offset, limit }: Page, total: number, shown: number): Page {
  return { offset: Math.max(0, offset - total), limit: limit - shown }
}

/** The distinct words that rank: in a sentence those that say what it is about. */
export function rankedTerms({ terms }: ParsedQuery): readonly QueryTerm[] {
  const different = [
    ...new Map(terms.map((term) => [`${term.kind} ${term.text.toLowerCase()}`, term])).values(),
  ]
  if (different.length < 3) return different
  const telling = different.filter(({ text, kind }) => kind !== 'word' || !isStopWord(text))
  return telling.length < 2 ? different : telling
}

/** One query for all: BM25 itself puts notes with most of a sentence first. */
async function findSentence(queries: IndexQueries, ranking: Ranking): Promise<KeywordHits> {
  const some = await rankRelaxed(queries, ranking, 'some')
  const { notes, total } = some.total > 0 ? some : await rankRelaxed(queries, ranking, 'any')
  const otherwise = some.total > 0 ? 'some words' : 'beginnings of words'
  return {
    hits: notes.map((note) => ({ ...toHit(note, otherwise), score: toUnit(note.bm25) })),
    total,
    complete: 0,
    isRelaxed: notes.some(({ completeness }) => completeness === 0),
    hasRest: true,
  }
}

async function listFiltered(
  queries: IndexQueries,
  query: ParsedQuery,
  filter: NoteFilter,
  page: Page,
): Promise<KeywordHits> {
  const { excluded, symbols } = query
  if (excluded.length + symbols.length === 0 && !isNarrowed(filter)) return noHits
  const { notes, total } = await listNotes(
    queries,
    {
      ...filter,
      withoutKeys: await keysWithAny(queries, excluded),
      ...(symbols.length > 0 && { keys: await keysWithSymbols(queries, symbols) }),
    },
    { ...page, sort: 'modified' },
  )
  const hits = notes.map(({ key }): KeywordHit => ({ key, score: 1, bm25: 0, matched: 'filter' }))
  return { ...noHits, hits, total }
}

async function keysWithAny(queries: IndexQueries, terms: readonly QueryTerm[]): Promise<readonly number[]> {
  if (terms.length === 0) return []
  const { rows } = await sql<{ rowid: number }>`${notesWithAny(terms)}`.execute(queries)
  return rows.map(({ rowid }) => rowid)
}

/** Keys of the notes that have all of these in their text, title or path. */
async function keysWithSymbols(
  queries: IndexQueries,
  symbols: readonly string[],
): Promise<readonly number[]> {
  const hasEach = symbols.map(
    (symbol) =>
      sql`(instr(note_body.body, ${symbol}) OR instr(note.title, ${symbol}) OR instr(note.path, ${symbol}))`,
  )
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM note JOIN note_body ON note_body.note = note.id WHERE ${sql.join(hasEach, sql` AND `)}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

export function toHit({ id, bm25, completeness }: RankedNote, otherwise: Matched): KeywordHit {
  // Each kind of hit has its own part of the scale, in their order.
  const [matched, least, room] =
    completeness === 2
      ? (['all words', 0.5, 0.5] as const)
      : completeness === 1
        ? (['all words, scattered', 0.4, 0.1] as const)
        : ([otherwise, 0.01, 0.39] as const)
  return { key: id, score: toUnit(bm25, least, room), bm25, matched }
}

// BM25 has no upper limit.
function toUnit(bm25: number, least = 0, room = 1): number {
  return Number((least + (room * bm25) / (bm25 + 8)).toFixed(4))
}
