import type { Said } from '../model/advice.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import type { NoteFilter } from '../index-db/note-filter.ts'
import { keysOfNotes, type Page } from '../index-db/note-queries.ts'
import type { Walk } from '../model/walk.ts'
import { atMost } from '../model/at-most.ts'
import { AskedWords } from './asked-words.ts'
import { fuseHalves, readHits } from './fuse-halves.ts'
import type { PartWeights } from './fuse-scores.ts'
import { hasAll, withRest } from './order-by-words.ts'
import {
  halvesWithout,
  type Halves,
  type HybridHit,
  type HybridRanking,
  type KeptHits,
  type ListedHit,
  type ListedHits,
  type RankedByBoth,
  type RankedByMeaning,
} from './hybrid-ranking.ts'
import type { Rankings } from './kept-rankings.ts'
import { lookByMeaning } from './look-by-meaning.ts'
import { compileScope } from './note-scope.ts'
import type { ParsedQuery } from './parse-query.ts'
import { mostNearest, rankMeant } from './rank-meant.ts'
import { findKeywords, noHits, rankedTerms, type KeywordHits } from './search-keywords.ts'
import { showNotes } from './show-notes.ts'
import { showPassages } from './show-passages.ts'
import { noEmbedder, VectorsFailed, type Unavailable, type VectorSearch } from './vector-search.ts'

export type SearchMode = 'auto' | 'keyword' | 'semantic'

export interface HybridHits extends ListedHits {
  readonly halves: Halves
  /** How the parts were joined; null where words were alone. */
  readonly weights: PartWeights | null
  /** How many of the notes meaning alone has found: they have none of the words. */
  readonly meantAlone: 'all' | 'some' | 'none'
  /** Whether it goes on in the list of the pages before. */
  readonly isKept: boolean
}

export interface HybridOptions {
  readonly mode: SearchMode
  readonly filter: NoteFilter
  readonly page: Page
  /** Null where there is no semantic search; `why` then gives the reason. */
  readonly vectors: VectorSearch | null
  /** The answer that this is a page of, and where it is kept: all its pages are cut from one list. */
  readonly walk?: (Walk & { readonly rankings: Rankings<KeptHits> }) | undefined
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
  { mode, filter, page: { offset, limit }, vectors, walk, modelWaitMs }: HybridOptions,
): Promise<HybridHits> {
  const kept = walk === undefined ? null : walk.rankings.find(walk)
  const upTo = offset + limit
  const ranking = kept?.ranking ?? (await rank(queries, query, { mode, filter, vectors, upTo, modelWaitMs }))
  const before = await stillThere(queries, kept)
  const given = await listFurther(queries, query, { ranking, filter, upTo, before })
  if (walk !== undefined && given.total > upTo) walk.rankings.keep(walk, { ranking, given })
  const { halves } = ranking
  return {
    ...given,
    hits: given.hits.slice(offset, upTo),
    halves,
    weights: ranking.kind === 'words' ? null : ranking.weights,
    meantAlone: meantAloneIn(ranking),
    isKept: kept !== null,
  }
}

/** The hits that were given already, without notes that are gone. */
async function stillThere(queries: IndexQueries, kept: KeptHits | null): Promise<ListedHits> {
  if (kept === null) return { hits: [], total: 0, isRelaxed: false }
  const keys = kept.given.hits.map(({ key }) => key)
  const there = new Set(await keysOfNotes(queries, keys))
  const hits = kept.given.hits.filter(({ key }) => there.has(key))
  return { ...kept.given, hits, total: kept.given.total - keys.length + hits.length }
}

interface Further {
  readonly ranking: HybridRanking
  readonly filter: NoteFilter
  readonly upTo: number
  /** The list as far as it has been given: it stays as it is. */
  readonly before: ListedHits
}

/**
 * So many hits as are asked for. After those given before come the best of all others as notes are now: however the order has
 * changed, none is left out.
 */
async function listFurther(
  queries: IndexQueries,
  query: ParsedQuery,
  { ranking, filter, upTo, before }: Further,
): Promise<ListedHits> {
  if (before.hits.length >= upTo) return before
  const found = await listRanked(queries, query, { ranking, filter, upTo })
  const known = new Set(before.hits.map(({ key }) => key))
  const others = found.hits.filter(({ key }) => !known.has(key))
  const hits = [...before.hits]
  for (const hit of others.slice(0, upTo - hits.length)) hits.push(notAbove(hits.at(-1), hit))
  return { ...found, hits, total: Math.max(found.total, before.hits.length + others.length) }
}

/** Whatever has changed, a list goes down: pages of several vaults are joined by it. */
function notAbove(last: ListedHit | undefined, hit: ListedHit): ListedHit {
  if (last === undefined) return hit
  return { ...hit, score: Math.min(last.score, hit.score), isAhead: last.isAhead && hit.isAhead }
}

async function rank(
  queries: IndexQueries,
  query: ParsedQuery,
  {
    mode,
    filter,
    vectors,
    upTo,
    modelWaitMs = waitMs.auto,
  }: Omit<HybridOptions, 'walk' | 'page'> & Pick<Further, 'upTo'>,
): Promise<HybridRanking> {
  if (mode === 'keyword' || rankedTerms(query).length === 0)
    return { kind: 'words', halves: { keyword: true, semantic: false }, first: null }
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
  const words = new AskedWords(queries, rankedTerms(query))
  // Words keep this thread busy: ask the vector thread first, and both search at once. What is needed anyway is counted meanwhile.
  if (isAuto && looking !== null) await words.counted()
  const soon = isAuto && looking !== null ? await atMost(headStartMs, looking.meaning) : null
  const depth = looking === null || soon?.kind === 'unavailable' ? Math.min(upTo, candidates) : candidates
  const first = isAuto ? await findKeywords(queries, query, filter, { limit: depth, offset: 0 }, words) : null
  const withoutMeaning = (why: Unavailable): HybridRanking => ({
    kind: 'words',
    halves: {
      ...halvesWithout(why, isAuto),
      ...(isAuto && isSettled(why.hint) && { reason: why.reason }),
    },
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

/** The first hits of a ranking, as many as are asked for. */
async function listRanked(
  queries: IndexQueries,
  query: ParsedQuery,
  { ranking, filter, upTo }: Omit<Further, 'before'>,
): Promise<ListedHits> {
  switch (ranking.kind) {
    case 'words': {
      const { first, halves } = ranking
      const isKnown = first !== null && (!halves.keyword || first.hits.length >= Math.min(upTo, first.total))
      return byWordsAlone(isKnown ? first : await findKeywords(queries, query, filter, firstOf(upTo)))
    }
    case 'meaning':
      return byMeaningAlone(ranking)
    case 'both':
      return await byBoth(queries, query, { ranking, filter, upTo })
  }
}

function firstOf(limit: number): Page {
  return { limit, offset: 0 }
}

/** What to show of each hit: where its words are, else the most similar passage. */
export async function showHits(queries: IndexQueries, hits: readonly ListedHit[], query: ParsedQuery) {
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

function byWordsAlone({ hits, total, isRelaxed }: KeywordHits): ListedHits {
  return { total, isRelaxed, hits: hits.map((hit) => ({ ...hit, ...noMarks, isAhead: hasAll(hit) })) }
}

function byMeaningAlone({ near }: RankedByMeaning): ListedHits {
  return {
    total: near.length,
    isRelaxed: false,
    hits: near.map(({ score, ...note }) => ({
      ...noMarks,
      ...note,
      score: Number(Math.min(1, score).toFixed(4)),
      bm25: 0,
      matched: 'no word',
      isAhead: false,
    })),
  }
}

function meantAloneIn(ranking: HybridRanking): HybridHits['meantAlone'] {
  if (ranking.kind !== 'both' || ranking.total === ranking.rest.total) return 'none'
  return ranking.rest.total === 0 ? 'all' : 'some'
}

/** The fused notes and what words find besides, of which those with every word come before fused ones that lack any. */
async function byBoth(
  queries: IndexQueries,
  query: ParsedQuery,
  { ranking, filter, upTo }: Omit<Further, 'before' | 'ranking'> & { readonly ranking: RankedByBoth },
): Promise<ListedHits> {
  const { fused, weights, rest, total, isRelaxed } = ranking
  const ahead = fused.filter(hasAll).length + rest.complete
  const first = rest.complete === 0 ? fused.length : rest.first
  if (upTo <= first || rest.total <= rest.seen)
    return { hits: withAhead(fused.slice(0, upTo), ahead), total, isRelaxed }
  // From the first on: since the ranking was made, others may have come among them.
  const found = await findKeywords(queries, query, filter, firstOf(fused.length + upTo - first))
  const known = new Set(fused.map(({ key }) => key))
  const others = found.hits
    .filter(({ key }) => !known.has(key))
    .map((hit): HybridHit => {
      const keyword = rest.ideal > 0 ? Math.min(1, hit.bm25 / rest.ideal) : 0
      return { ...noMarks, ...hit, score: weights.words * keyword, keyword }
    })
  const hits = withRest({ hits: fused, first }, others)
  return { hits: withAhead(hits.slice(0, upTo), ahead), total: total - rest.total + found.total, isRelaxed }
}

/** Before how many notes that have every word each hit lies, or among them. */
function withAhead(hits: readonly HybridHit[], count: number): readonly ListedHit[] {
  let seen = 0
  return hits.map((hit) => {
    if (hasAll(hit)) seen += 1
    return { ...hit, isAhead: hasAll(hit) || seen < count }
  })
}
