import type { IndexQueries } from '../index-db/index-reader.ts'
import { usualFilter } from '../index-db/note-filter.ts'
import { findNotesByKey, keysOfNotes, type NoteRow, type Page } from '../index-db/note-queries.ts'
import { findTellingWords, mostTellingWords } from './find-telling-words.ts'
import type { Walk } from '../model/walk.ts'
import type { Rankings } from './kept-rankings.ts'
import { halvesWithout, type Halves, type MeantNote, type RankedByMeaning } from './hybrid-ranking.ts'
import { lookByMeaning } from './look-by-meaning.ts'
import { AskedWords } from './asked-words.ts'
import { compileScope } from './note-scope.ts'
import type { QueryTerm } from './parse-query.ts'
import { rankTelling } from './rank-keywords.ts'
import { mostNearest, rankMeant } from './rank-meant.ts'
import { showNotes } from './show-notes.ts'
import { showPassages } from './show-passages.ts'
import { noEmbedder, VectorsFailed, type Unavailable, type VectorSearch } from './vector-search.ts'

export interface RelatedNote {
  readonly note: NoteRow
  /** 0 to 1: the cosine to the notes' mean direction by both models, or the share of the best match's BM25. */
  readonly score: number
  readonly snippet: string
  readonly line: number
  readonly heading: string | null
  /** Whether it and one of the notes asked for link to each other. */
  readonly isLinked: boolean
}

export interface RelatedNotes {
  readonly hits: readonly RelatedNote[]
  /** Of all pages: at most `mostNearest`. */
  readonly total: number
  readonly halves: Halves
  /** Whether it goes on in the list of the pages before. */
  readonly isKept: boolean
}

type Asked = Pick<NoteRow, 'key' | 'title'>

type Found = Omit<RelatedNote, 'isLinked'>

/** All of an answer, best first: every page is cut from it. */
export type RelatedRanking = RankedLikeNotes | RankedByTelling

interface RankedLikeNotes {
  readonly kind: 'meaning'
  readonly halves: Halves
  readonly notes: readonly MeantNote[]
}

interface RankedByTelling {
  readonly kind: 'words'
  readonly halves: Halves
  readonly terms: readonly QueryTerm[]
  readonly notes: readonly { readonly key: number; readonly score: number }[]
}

interface RelatedOptions {
  readonly page: Page
  readonly vectors: VectorSearch | null
  /** The answer that this is a page of, and where it is kept. */
  readonly walk?: (Walk & { readonly rankings: Rankings<RelatedRanking> }) | undefined
}

const waitMs = 15_000
/** The nearest notes are listed even where none is near. */
const anyDirection = -2
/** Of each note so much says in what language it is. */
const sampleCharacters = 1_000

/** The notes most similar to some, which are left out: by meaning, else by the words that tell most about them. */
export async function findRelated(
  queries: IndexQueries,
  asked: readonly Asked[],
  { page, vectors, walk }: RelatedOptions,
): Promise<RelatedNotes> {
  const kept = walk === undefined ? null : walk.rankings.find(walk)
  const ranking =
    kept === null ? await rankRelated(queries, asked, vectors) : await withoutGone(queries, kept)
  if (walk !== undefined) walk.rankings.keep(walk, ranking)
  const keys = asked.map(({ key }) => key)
  const hits =
    ranking.kind === 'meaning'
      ? await showMeant(queries, pageOf(ranking.notes, page))
      : await showWorded(queries, ranking, page)
  const { halves, notes } = ranking
  return {
    hits: await withLinks(queries, keys, hits),
    total: notes.length,
    halves,
    isKept: kept !== null,
  }
}

async function rankRelated(
  queries: IndexQueries,
  asked: readonly Asked[],
  vectors: VectorSearch | null,
): Promise<RelatedRanking> {
  const keys = asked.map(({ key }) => key)
  const meant = vectors === null ? noEmbedder : await lookLikeNotes(queries, asked, vectors)
  if (meant.kind === 'meaning') {
    const { near, halves } = meant
    const empty = await withoutText(queries, near)
    const isOther = ({ key, score }: MeantNote) => !keys.includes(key) && !(score <= 0 && empty.has(key))
    return { kind: 'meaning', halves, notes: near.filter(isOther).slice(0, mostNearest) }
  }
  const halves = halvesWithout(meant, true)
  return { kind: 'words', halves, ...(await rankByWords(queries, asked)) }
}

async function withoutGone(queries: IndexQueries, kept: RelatedRanking): Promise<RelatedRanking> {
  const there = new Set(
    await keysOfNotes(
      queries,
      kept.notes.map(({ key }) => key),
    ),
  )
  const isThere = ({ key }: { readonly key: number }) => there.has(key)
  return kept.kind === 'meaning'
    ? { ...kept, notes: kept.notes.filter(isThere) }
    : { ...kept, notes: kept.notes.filter(isThere) }
}

async function lookLikeNotes(
  queries: IndexQueries,
  asked: readonly Asked[],
  vectors: VectorSearch,
): Promise<RankedByMeaning | Unavailable> {
  const notes = asked.map(({ key }) => key)
  const bodies = await queries
    .selectFrom('note_body')
    .select((column) =>
      column.fn<string>('substr', ['body', column.lit(1), column.lit(sampleCharacters)]).as('start'),
    )
    .where('note', 'in', notes)
    .execute()
  const sample = [...asked.map(({ title }) => title), ...bodies.map(({ start }) => start)].join('\n')
  const hasText = bodies.some(({ start }) => start.trim() !== '')
  const looking = lookByMeaning({ notes, sample, hasText }, vectors, {
    condition: await compileScope(queries, usualFilter, []),
    limit: mostNearest + notes.length,
    waitMs,
    wantsNeighbours: false,
    least: anyDirection,
  })
  try {
    const meant = await looking.found([])
    return meant.kind === 'meant' ? await rankMeant(meant, anyDirection) : meant
  } catch (error) {
    if (error instanceof VectorsFailed) return error.unavailable
    throw error
  }
}

/** Those that have no words: they are listed only where their names are near. */
async function withoutText(queries: IndexQueries, near: readonly MeantNote[]): Promise<ReadonlySet<number>> {
  const keys = near.map(({ key }) => key)
  const rows = await queries
    .selectFrom('note')
    .select('id')
    .where('id', 'in', keys)
    .where('words', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function showMeant(queries: IndexQueries, meant: readonly MeantNote[]): Promise<readonly Found[]> {
  const passages = await showPassages(
    queries,
    meant.map(({ near }) => near),
    [],
  )
  const rows = await findNotesByKey(
    queries,
    meant.map(({ key }) => key),
  )
  const notes = new Map(rows.map((row) => [row.key, row]))
  return meant.flatMap(({ key, score }) => {
    const [note, passage] = [notes.get(key), passages.get(key)]
    if (note === undefined || passage === undefined) return []
    return [{ note, score: Number(Math.min(1, Math.max(0, score)).toFixed(4)), ...passage }]
  })
}

async function rankByWords(
  queries: IndexQueries,
  asked: readonly Asked[],
): Promise<Pick<RankedByTelling, 'terms' | 'notes'>> {
  const terms = inTurn(await Promise.all(asked.map((note) => findTellingWords(queries, note))))
  if (terms.length === 0) return { terms, notes: [] }
  const keys = new Set(asked.map(({ key }) => key))
  // Left out afterwards: a filter of its own would have each hit's row read.
  const limit = mostNearest + keys.size
  const ranking = {
    words: new AskedWords(queries, terms),
    excluded: [],
    filter: usualFilter,
    limit,
    offset: 0,
  }
  const ranked = (await rankTelling(queries, ranking)).notes.filter(({ id }) => !keys.has(id))
  const sorted = ranked.slice(0, mostNearest).toSorted((a, b) => b.bm25 - a.bm25)
  const best = sorted[0]?.bm25 ?? 1
  const notes = sorted.map(({ id, bm25 }) => ({ key: id, score: Number((bm25 / best).toFixed(4)) }))
  return { terms, notes }
}

async function showWorded(
  queries: IndexQueries,
  { terms, notes }: RankedByTelling,
  page: Page,
): Promise<readonly Found[]> {
  const onPage = pageOf(notes, page)
  const shown = await showNotes(
    queries,
    onPage.map(({ key }) => key),
    terms,
  )
  return onPage.flatMap(({ key, score }) => {
    const found = shown.get(key)
    return found === undefined ? [] : [{ ...found, score }]
  })
}

/** The first of each, then the second of each, as many as one note may have. */
function inTurn(lists: readonly (readonly QueryTerm[])[]): readonly QueryTerm[] {
  const all = Array.from({ length: mostTellingWords }, (_, at) => lists.flatMap((list) => list[at] ?? []))
  return [...new Map(all.flat().map((term) => [term.text, term])).values()].slice(0, mostTellingWords)
}

function pageOf<Item>(items: readonly Item[], { limit, offset }: Page): readonly Item[] {
  return items.slice(offset, offset + limit)
}

async function withLinks(
  queries: IndexQueries,
  keys: readonly number[],
  hits: readonly Found[],
): Promise<readonly RelatedNote[]> {
  const rows = await queries
    .selectFrom('link')
    .select(['source', 'target'])
    .where((where) => where.or([where('source', 'in', keys), where('target', 'in', keys)]))
    .execute()
  const linked = new Set(rows.flatMap(({ source, target }) => [source, target]))
  return hits.map((hit) => ({ ...hit, isLinked: linked.has(hit.note.key) }))
}
