import type { IndexQueries } from '../index-db/index-reader.ts'
import { bestWindows } from './best-windows.ts'
import type { AskedWords } from './asked-words.ts'
import { mostInShort } from './count-notes.ts'
import { idealScore } from './explain-hits.ts'
import { keysCalled } from '../index-db/note-queries.ts'
import { fuseScores, lendScores, weighParts, type LentScore } from './fuse-scores.ts'
import type { HybridHit, RankedByBoth } from './hybrid-ranking.ts'
import type { Meant } from './look-by-meaning.ts'
import type { ParsedQuery } from './parse-query.ts'
import { hasAll, orderByWords } from './order-by-words.ts'
import { isSomeAll, rankAmong } from './rank-among.ts'
import { toHit, type KeywordHits } from './search-keywords.ts'
import { largest } from '../model/largest.ts'

/** More notes than that are not read for one search. */
const mostRead = 100

/** What words have found, and what is read of it before anybody knows what meaning finds. */
export interface ReadHits {
  readonly words: AskedWords
  readonly found: KeywordHits
  /** The best passage of each, as a share of an ideal match. */
  readonly windows: ReadonlyMap<number, number>
}

/** Reads the texts of what words have found. */
export async function readHits(
  queries: IndexQueries,
  words: AskedWords,
  found: KeywordHits,
): Promise<ReadHits> {
  return { words, found, windows: await bestWindows(queries, words, keysOf(found.hits).slice(0, mostRead)) }
}

function keysOf(hits: KeywordHits['hits']): readonly number[] {
  return hits.map(({ key }) => key)
}

const noWord = { bm25: 0, matched: 'no word' } as const

/** Joins what both halves found by one rule. `meant` has the marks of what words found, too. */
export async function fuseHalves(
  queries: IndexQueries,
  query: ParsedQuery,
  meant: Meant,
  { words, found, windows: readWindows }: ReadHits,
): Promise<RankedByBoth> {
  const known = new Set(keysOf(found.hits))
  const added = [...new Set(meant.near)].filter((note) => !known.has(note))
  // Where every note with some of the words is known, no other has any.
  const isWhole = found.total <= found.hits.length && (found.hasRest || (await isSomeAll(words)))
  const ranked =
    added.length === 0 || isWhole ? [] : await rankAmong(queries, words, { ...query, keys: added })
  const hits = [...ranked.map((note) => toHit(note, 'some words')), ...found.hits]
  const hitOf = new Map(hits.map((hit) => [hit.key, hit]))
  // However well a note answers a long question: the best found stands for the ideal there.
  const isLong = words.terms.length > mostInShort
  const ideal = isLong ? largest([0, ...hits.map(({ bm25 }) => bm25)]) : idealScore(await words.counted())
  const unread = ranked.slice(0, Math.max(0, mostRead - readWindows.size)).map(({ id }) => id)
  const windows = new Map([...readWindows, ...(await bestWindows(queries, words, unread))])
  // The vector thread finds them while this one looks for words.
  const { of: marks, neighbours } = await meant.marks
  const bestWindow = isLong ? largest([0, ...windows.values()]) || 1 : 1
  const parts = [...known, ...added].map((key) => {
    const share = ideal > 0 ? Math.min(1, (hitOf.get(key)?.bm25 ?? 0) / ideal) : 0
    const { cosine = null, own = null } = marks.get(key) ?? {}
    return {
      key,
      words: share,
      window: (windows.get(key) ?? share * bestWindow) / bestWindow,
      meaning: cosine,
      own,
    }
  })
  const best = largest([0, ...parts.map((part) => part.words)])
  const weights = weighParts({ ...meant, best })
  const overlap = ranked.filter(({ completeness }) => found.hasRest || completeness > 0).length
  const complete = Math.max(0, found.complete - hits.filter(hasAll).length)
  const toHybrid = ({ key, score, words: keyword, window, meaning, own, lent }: LentScore): HybridHit => {
    const { bm25, matched } = hitOf.get(key) ?? noWord
    const near = marks.get(key)?.near ?? null
    return { key, score, bm25, matched, keyword, passage: window, cosine: meaning, own, lent, near }
  }
  const fused = lendScores(fuseScores(parts, weights), neighbours, weights).map(toHybrid)
  const called = await keysCalled(queries, query.text)
  const ordered = orderByWords(fused, { called, isCounted: !words.isSentence })
  return {
    kind: 'both',
    fused: ordered.hits,
    total: found.total + added.length - overlap,
    isRelaxed: found.isRelaxed,
    halves: { keyword: true, semantic: true, ...(meant.reason !== undefined && { reason: meant.reason }) },
    weights,
    rest: { total: found.total, seen: found.hits.length, first: ordered.first, complete, ideal },
  }
}
