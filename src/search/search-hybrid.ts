import type { Said } from '../model/advice.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import type { NoteFilter } from '../index-db/note-filter.ts'
import type { Page } from '../index-db/note-queries.ts'
import { atMost } from '../model/at-most.ts'
import { AskedWords } from './asked-words.ts'
import { fuseHalves, readHits } from './fuse-halves.ts'
import type { PartWeights } from './fuse-scores.ts'
import type { Halves, HybridHit, HybridRanking, RankedByBoth, RankedByMeaning } from './hybrid-ranking.ts'
import { lookByMeaning } from './look-by-meaning.ts'
import { compileScope } from './note-scope.ts'
import type { ParsedQuery } from './parse-query.ts'
import { mostNearest, rankMeant } from './rank-meant.ts'
import { findKeywords, noHits, rankedTerms, type KeywordHits } from './search-keywords.ts'
import { showNotes } from './show-notes.ts'
import { showPassages } from './show-passages.ts'
import { noEmbedder, VectorsFailed, type Unavailable, type VectorSearch } from './vector-search.ts'

export type SearchMode = 'auto' | 'keyword' | 'semantic'

export interface HybridHits {
  readonly hits: readonly HybridHit[]
  readonly total: number
  readonly isRelaxed: boolean
  readonly halves: Halves
  /** How the parts were joined; null where words were alone. */
  readonly weights: PartWeights | null
}

export interface HybridOptions {
  readonly mode: SearchMode
  readonly filter: NoteFilter
  readonly page: Page
  /** Null where there is no semantic search; `why` then gives the reason. */
  readonly vectors: VectorSearch | null
  /** Names the answer that this is a page of: all its pages keep the order of the first. */
  readonly walk?: string | undefined
  /** How long a search by words waits for a model that is being loaded, where that is not the usual time. */
  readonly modelWaitMs?: number | undefined
}

// How deep the halves look into each other's results, on every page; later notes are ranked by words alone.
const candidates = 60
// A search by words waits no longer for a model, unless it is told to; a purely semantic one does.
const waitMs = { auto: 400, semantic: 15_000 }
/** What a loaded model takes for a query, and a little more. */
const headStartMs = 5

/** Finds notes by words, by meaning, or by both. Where the vectors fail, for whatever reason, words do it alone. */
export async function findNotes(
  queries: IndexQueries,
  query: ParsedQuery,
  { mode, filter, page, vectors, walk, modelWaitMs }: HybridOptions,
): Promise<HybridHits> {
  if (mode === 'keyword' || rankedTerms(query).length === 0) {
    return byWordsAlone(await findKeywords(queries, query, filter, page), { keyword: true, semantic: false })
  }
  const kept = walk === undefined ? null : (vectors?.rankings.find(walk) ?? null)
  const ranking = kept ?? (await rank(queries, query, { mode, filter, vectors, page, modelWaitMs }))
  const found = await showPage(queries, query, { ranking, filter, page })
  if (walk !== undefined && found.total > page.offset + found.hits.length)
    vectors?.rankings.keep(walk, ranking)
  return found
}

async function rank(
  queries: IndexQueries,
  query: ParsedQuery,
  { mode, filter, vectors, page, modelWaitMs = waitMs.auto }: Omit<HybridOptions, 'walk'>,
): Promise<HybridRanking> {
  const isAuto = mode !== 'semantic'
  const condition = vectors && (await compileScope(queries, filter, query.excluded))
  const looking =
    vectors &&
    condition &&
    lookByMeaning({ text: query.text }, vectors, {
      condition,
      limit: isAuto ? candidates : mostNearest,
      waitMs: isAuto ? modelWaitMs : waitMs.semantic,
      wantsNeighbours: isAuto,
    })
  // Words keep this thread busy: ask the vector thread first, and both search at once.
  const soon = isAuto && looking !== null ? await atMost(headStartMs, looking.meaning) : null
  const depth =
    looking === null || soon?.kind === 'unavailable'
      ? Math.min(page.offset + page.limit, candidates)
      : candidates
  const words = new AskedWords(queries, rankedTerms(query))
  const first = isAuto ? await findKeywords(queries, query, filter, { limit: depth, offset: 0 }, words) : null
  const withoutMeaning = ({ reason, hint }: Unavailable): HybridRanking => ({
    kind: 'words',
    halves: { keyword: isAuto, semantic: false, reason: isAuto && isSettled(hint) ? reason : [reason, hint] },
    first: first ?? noHits,
  })
  if (looking === null) return withoutMeaning(noEmbedder)
  if (soon?.kind === 'unavailable') return withoutMeaning(soon)
  // Meanwhile the vector thread is at work.
  const read = first && (await readHits(queries, words, first))
  try {
    const meant = await looking.found(first?.hits.map(({ key }) => key) ?? [])
    if (meant.kind === 'unavailable') return withoutMeaning(meant)
    return await (read === null ? rankMeant(meant) : fuseHalves(queries, query, meant, read))
  } catch (error) {
    if (error instanceof VectorsFailed) return withoutMeaning(error.unavailable)
    throw error
  }
}

interface ShownPage extends Pick<HybridOptions, 'filter' | 'page'> {
  readonly ranking: HybridRanking
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
      const { fused, total, isRelaxed, halves, weights } = ranking
      const hits = fused.slice(offset, offset + limit)
      const rest = await listRest(queries, query, { ranking, filter, page })
      return { hits: [...hits, ...rest], total, isRelaxed, halves, weights }
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

/** Where meaning is turned off or was never installed, only who asks for it is told how it comes. */
function isSettled(hint: Said): boolean {
  return typeof hint === 'object' && 'kind' in hint && settled.has(hint.kind)
}

const settled: ReadonlySet<string> = new Set(['turn-meaning-on', 'get-embedder'])

/** Of a note that only one half looked at. */
const noMarks = { keyword: null, passage: null, cosine: null, own: null, lent: null, near: null }

function byWordsAlone({ hits, ...found }: KeywordHits, halves: Halves): HybridHits {
  return {
    ...found,
    halves,
    weights: null,
    hits: hits.map((hit) => ({ ...hit, ...noMarks })),
  }
}

function byMeaningAlone({ near, halves, weights }: RankedByMeaning, { limit, offset }: Page): HybridHits {
  return {
    total: near.length,
    isRelaxed: false,
    halves,
    weights,
    hits: near.slice(offset, offset + limit).map(({ score, ...note }) => ({
      ...noMarks,
      ...note,
      score: Number(Math.min(1, score).toFixed(4)),
      bm25: 0,
      matched: 'no word',
    })),
  }
}

/** The part of a page beyond the fused notes: ranked by words, with lower scores. */
async function listRest(
  queries: IndexQueries,
  query: ParsedQuery,
  { ranking, filter, page }: ShownPage & { readonly ranking: RankedByBoth },
): Promise<readonly HybridHit[]> {
  const { fused, weights, rest } = ranking
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
    const score = Number(Math.min(least, weights.words * keyword).toFixed(4))
    return { ...noMarks, key, score, bm25, matched, keyword }
  })
}
