import type { IndexQueries } from '../index-db/index-reader.ts'
import type { NearNote } from '../index-db/nearest-queries.ts'
import type { NoteFilter } from '../index-db/note-filter.ts'
import { atMost } from '../model/at-most.ts'
import type { Fusion } from '../model/embedding-model.ts'
import { fuseScores, type FusedScore } from './fuse-scores.ts'
import { idealScore } from './explain-hits.ts'
import type { Halves, HybridHit, HybridRanking, RankedByBoth, RankedByMeaning } from './hybrid-ranking.ts'
import { compileScope } from './note-scope.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { rankRelaxed, type RankedNote } from './rank-keywords.ts'
import { findKeywords, rankedTerms, type KeywordHit, type KeywordHits } from './search-keywords.ts'
import { showNotes } from './show-notes.ts'
import { showPassages } from './show-passages.ts'
import {
  reasonOf,
  VectorsFailed,
  type Meaning,
  type Unavailable,
  type VectorSearch,
} from './vector-search.ts'

export type SearchMode = 'auto' | 'keyword' | 'semantic'

export interface HybridHits {
  readonly hits: readonly HybridHit[]
  readonly total: number
  readonly isRelaxed: boolean
  readonly halves: Halves
  /** How the halves were joined; null where there was only one. */
  readonly fusion: Fusion | null
}

interface Page {
  readonly limit: number
  readonly offset: number
}

export interface HybridOptions {
  readonly mode: SearchMode
  readonly filter: NoteFilter
  readonly page: Page
  /** Null where there is no semantic search; `why` then gives the reason. */
  readonly vectors: VectorSearch | null
  /** Names the answer that this is a page of: all its pages keep the order of the first. */
  readonly walk?: string | undefined
}

// How deep the halves look into each other's results, on every page; later notes are ranked by words alone.
const candidates = 60
/** How many notes a purely semantic search lists. */
export const mostNearest = 200
// A search by words waits no longer for a model; a purely semantic one does.
const waitMs = { auto: 400, semantic: 15_000 }
/** What a loaded model takes for a query, and a little more. */
const headStartMs = 5

/** Finds notes by words, by meaning, or by both. Where the vectors fail, for whatever reason, words do it alone. */
export async function findNotes(
  queries: IndexQueries,
  query: ParsedQuery,
  { mode, filter, page, vectors, walk }: HybridOptions,
): Promise<HybridHits> {
  if (mode === 'keyword' || rankedTerms(query).length === 0) {
    return byWordsAlone(await findKeywords(queries, query, filter, page), { keyword: true, semantic: false })
  }
  const kept = walk === undefined ? null : (vectors?.rankings.find(walk) ?? null)
  const ranking = kept ?? (await rank(queries, query, { mode, filter, vectors, page }))
  const found = await showPage(queries, query, { ranking, filter, page })
  if (walk !== undefined && found.total > page.offset + found.hits.length)
    vectors?.rankings.keep(walk, ranking)
  return found
}

async function rank(
  queries: IndexQueries,
  query: ParsedQuery,
  { mode, filter, vectors, page }: Omit<HybridOptions, 'walk'>,
): Promise<HybridRanking> {
  const isAuto = mode !== 'semantic'
  const looking = vectors === null ? null : look(queries, query, { vectors, filter, isAuto })
  // Words keep this thread busy: ask the vector thread first, and both search at once.
  const soon = isAuto && looking !== null ? await atMost(headStartMs, looking.meaning) : null
  const depth =
    looking === null || soon?.kind === 'unavailable'
      ? Math.min(page.offset + page.limit, candidates)
      : candidates
  const first = isAuto ? await findKeywords(queries, query, filter, { limit: depth, offset: 0 }) : null
  const withoutMeaning = ({ reason, hint }: Unavailable): HybridRanking => ({
    kind: 'words',
    halves: { keyword: isAuto, semantic: false, reason: [reason, hint] },
    first: first ?? nothing,
  })
  if (looking === null) return withoutMeaning(noEmbedder)
  if (soon?.kind === 'unavailable') return withoutMeaning(soon)
  try {
    // The notes found by words are also scored by meaning, and what joining needs is read meanwhile.
    const scored = first === null ? [] : looking.score(first.hits.map(({ key }) => key))
    const ideal = first === null ? 0 : await idealScore(queries, rankedTerms(query))
    const [meaning, nearest] = await Promise.all([looking.meaning, looking.near])
    // In a small vault the nearest notes are all there are: one that points the other way is no match.
    const near = nearest.filter(({ cosine }) => cosine > 0)
    if (meaning.kind === 'unavailable') return withoutMeaning(meaning)
    if (first !== null) return await fuse(queries, { query, meaning, near, scored, found: first, ideal })
    return { kind: 'meaning', halves: { keyword: false, semantic: true, ...reasonOf(meaning) }, near }
  } catch (error) {
    if (error instanceof VectorsFailed) return withoutMeaning(error.unavailable)
    throw error
  }
}

interface Looking {
  readonly vectors: VectorSearch
  readonly filter: NoteFilter
  readonly isAuto: boolean
}

/** Starts the semantic half: asks for the nearest notes as soon as the query's vector is there. */
function look(queries: IndexQueries, query: ParsedQuery, { vectors, filter, isAuto }: Looking) {
  const limit = isAuto ? candidates : mostNearest
  const meaning = vectors.mean(textOf(query), isAuto ? waitMs.auto : waitMs.semantic)
  const ask = (question: (found: Meaning) => Promise<readonly NearNote[]>) => {
    const answer = meaning.then((found) => (found.kind === 'unavailable' ? [] : question(found)))
    // The rejection is handled where it is awaited, which is later.
    answer.catch(() => undefined)
    return answer
  }
  return {
    meaning,
    near: ask((found) => {
      const condition = compileScope(queries, filter, query.excluded)
      return vectors.nearest(found, { condition, limit })
    }),
    score: (notes: readonly number[]) => ask((found) => vectors.scores(found, notes)),
  }
}

interface ShownPage {
  readonly ranking: HybridRanking
  readonly filter: NoteFilter
  readonly page: Page
}

async function showPage(
  queries: IndexQueries,
  query: ParsedQuery,
  { ranking, filter, page }: ShownPage,
): Promise<HybridHits> {
  const { offset, limit } = page
  switch (ranking.kind) {
    case 'words': {
      const { first, halves } = ranking
      const isKnown = !halves.keyword || first.hits.length >= Math.min(offset + limit, first.total)
      const found = isKnown
        ? { ...first, hits: first.hits.slice(offset, offset + limit) }
        : await findKeywords(queries, query, filter, page)
      return byWordsAlone(found, halves)
    }
    case 'meaning':
      return byMeaningAlone(ranking, page)
    case 'both': {
      const { fused, total, isRelaxed, halves, fusion } = ranking
      const hits = fused.slice(offset, offset + limit)
      const rest = await listRest(queries, query, { ranking, filter, page })
      return { hits: [...hits, ...rest], total, isRelaxed, halves, fusion }
    }
  }
}

/** What to show of each hit: where its words are, else the most similar passage. */
export async function showHits(queries: IndexQueries, hits: readonly HybridHit[], query: ParsedQuery) {
  const terms = rankedTerms(query)
  const notes = await showNotes(
    queries,
    hits.map(({ key }) => key),
    terms,
  )
  const byMeaning = hits.flatMap(({ near, bm25 }) => (near === null || bm25 > 0 ? [] : [near]))
  const passages = await showPassages(queries, byMeaning, terms)
  return hits.flatMap((hit) => {
    const shown = notes.get(hit.key)
    return shown === undefined ? [] : [{ ...hit, ...shown, ...passages.get(hit.key) }]
  })
}

const noEmbedder: Unavailable = {
  kind: 'unavailable',
  reason: 'Nothing that could search by meaning is installed.',
  hint: { kind: 'get-embedder' },
}

const nothing: KeywordHits = { hits: [], total: 0, isRelaxed: false }

function textOf({ terms }: ParsedQuery): string {
  return terms.map(({ text }) => text).join(' ')
}

function byWordsAlone({ hits, ...found }: KeywordHits, halves: Halves): HybridHits {
  return {
    ...found,
    halves,
    fusion: null,
    hits: hits.map(({ key, score, bm25, matched }) => ({
      key,
      score,
      bm25,
      matched,
      keyword: null,
      cosine: null,
      near: null,
    })),
  }
}

function byMeaningAlone({ near, halves }: RankedByMeaning, { limit, offset }: Page): HybridHits {
  return {
    total: near.length,
    isRelaxed: false,
    halves,
    fusion: null,
    hits: near.slice(offset, offset + limit).map((note) => ({
      key: note.note,
      score: Number(Math.min(1, Math.max(0, note.cosine)).toFixed(4)),
      bm25: 0,
      matched: 'no word',
      keyword: null,
      cosine: note.cosine,
      near: note,
    })),
  }
}

const noWord = { bm25: 0, matched: 'no word' } as const

interface Fused {
  readonly query: ParsedQuery
  readonly meaning: Meaning
  /** The notes nearest to it, and how near the notes found by words are. */
  readonly near: readonly NearNote[]
  readonly scored: readonly NearNote[] | Promise<readonly NearNote[]>
  readonly found: KeywordHits
  /** The BM25 of an ideal match. */
  readonly ideal: number
}

/**
 * Computes real cosines for what words found and real BM25 for what meaning found, then joins them by the model's rule.
 */
async function fuse(queries: IndexQueries, given: Fused): Promise<RankedByBoth> {
  const { query, meaning, near, scored, found, ideal } = given
  const terms = rankedTerms(query)
  const known = new Set(found.hits.map(({ key }) => key))
  const added = near.filter(({ note }) => !known.has(note)).map(({ note }) => note)
  const ranked = await rankAdded(queries, { query, terms, added })
  const nearness = new Map([...near, ...(await scored)].map((note) => [note.note, note]))
  const words = new Map<number, Pick<KeywordHit, 'bm25' | 'matched'>>([
    ...ranked.map(({ id, ...note }) => [id, { ...note, matched: matchedBy(note) }] as const),
    ...found.hits.map((hit) => [hit.key, hit] as const),
  ])
  const fused = fuseScores(
    [...known, ...added].map((key) => {
      const bm25 = words.get(key)?.bm25 ?? 0
      return {
        key,
        words: ideal > 0 ? Math.min(1, bm25 / ideal) : 0,
        meaning: nearness.get(key)?.cosine ?? null,
      }
    }),
    meaning.model.fusion,
  )
  const overlap = ranked.filter(({ completeness }) => found.isRelaxed || completeness > 0).length
  const toHit = ({ key, score, words: keyword, meaning: cosine }: FusedScore): HybridHit => {
    const { bm25, matched } = words.get(key) ?? noWord
    return { key, score, bm25, matched, keyword, cosine, near: nearness.get(key) ?? null }
  }
  return {
    kind: 'both',
    fused: fused.map(toHit),
    total: found.total + added.length - overlap,
    isRelaxed: found.isRelaxed,
    halves: { keyword: true, semantic: true, ...reasonOf(meaning) },
    fusion: meaning.model.fusion,
    rest: { total: found.total, seen: found.hits.length, added, ideal },
  }
}

interface RankedToo {
  readonly query: ParsedQuery
  readonly terms: readonly QueryTerm[]
  readonly added: readonly number[]
}

async function rankAdded(
  queries: IndexQueries,
  { query, terms, added }: RankedToo,
): Promise<readonly RankedNote[]> {
  if (added.length === 0) return []
  const page = { limit: added.length, offset: 0 }
  return await rankRelaxed(
    queries,
    { terms, excluded: query.excluded, filter: { keys: added }, ...page },
    'some',
  )
}

function matchedBy({ completeness }: Pick<RankedNote, 'completeness'>): KeywordHit['matched'] {
  if (completeness === 2) return 'all words'
  return completeness === 1 ? 'all words, scattered' : 'some words'
}

/** The part of a page beyond the fused notes: ranked by words, with lower scores. */
async function listRest(
  queries: IndexQueries,
  query: ParsedQuery,
  { ranking, filter, page }: ShownPage & { readonly ranking: RankedByBoth },
): Promise<readonly HybridHit[]> {
  const { fused, fusion, rest } = ranking
  const count = fused.length
  const missing = page.offset + page.limit - Math.max(count, page.offset)
  if (missing <= 0 || rest.total <= rest.seen) return []
  const offset = rest.seen + Math.max(0, page.offset - count)
  const found = await findKeywords(
    queries,
    query,
    { ...filter, withoutKeys: rest.added },
    { limit: missing, offset },
  )
  const least = fused.at(-1)?.score ?? 0
  return found.hits.map(({ key, bm25, matched }) => {
    const keyword = rest.ideal > 0 ? Math.min(1, bm25 / rest.ideal) : 0
    const score = Number(Math.min(least, fusion.keywordWeight * keyword).toFixed(4))
    return { key, score, bm25, matched, keyword, cosine: null, near: null }
  })
}
