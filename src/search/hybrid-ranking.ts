import type { Said } from '../model/advice.ts'
import type { NearNote } from '../index-db/nearest-queries.ts'
import type { PartWeights } from './fuse-scores.ts'
import type { KeywordHit, KeywordHits } from './search-keywords.ts'
import type { Unavailable } from './vector-search.ts'

/** Which halves of search took part in an answer, and why one did not or could not see all notes. */
export interface Halves {
  readonly keyword: boolean
  readonly semantic: boolean
  readonly reason?: Said
  /** Whether a repeated search will have the other half soon. */
  readonly loading?: true
}

/** The halves of an answer that meaning took no part in. */
export function halvesWithout({ reason, hint, isLoading }: Unavailable, keyword: boolean): Halves {
  return { keyword, semantic: false, reason: [reason, hint], ...(isLoading && { loading: true }) }
}

/** A hit, and what each half made of it, where both took part. */
export interface HybridHit extends KeywordHit {
  /** BM25 as a share of an ideal match, of the note and of its best passage; null where words were not fused. */
  readonly keyword: number | null
  readonly passage: number | null
  /** By the embedder, and by the vault's own model. */
  readonly cosine: number | null
  readonly own: number | null
  /** What the notes likest to it lend it: their mean score. */
  readonly lent: number | null
  readonly near: NearNote | null
}

export interface ListedHit extends HybridHit {
  /** Whether it has every word, or a note follows that does: by that lists of several vaults are joined. */
  readonly isAhead: boolean
}

/** A list as far as it has been made, and how many it has in all. */
export interface ListedHits {
  readonly hits: readonly ListedHit[]
  readonly total: number
  readonly isRelaxed: boolean
}

/** What is kept of an answer, for its next page. */
export interface KeptHits {
  readonly ranking: HybridRanking
  readonly given: ListedHits
}

/** How many hits of an answer are kept. */
export function hitsOfRanking({ ranking, given }: KeptHits): number {
  switch (ranking.kind) {
    case 'words':
      return given.hits.length + (ranking.first?.hits.length ?? 0)
    case 'meaning':
      return given.hits.length + ranking.near.length
    case 'both':
      return given.hits.length + ranking.fused.length
  }
}

/** The order of an answer, as far as it depends on vectors: every page can be made from it. */
export type HybridRanking = RankedByWords | RankedByMeaning | RankedByBoth

export interface RankedByWords {
  readonly kind: 'words'
  readonly halves: Halves
  /** The first notes: all there are where words take no part. Null where none was looked for yet. */
  readonly first: KeywordHits | null
}

export interface RankedByMeaning {
  readonly kind: 'meaning'
  readonly halves: Halves
  readonly weights: PartWeights
  readonly near: readonly MeantNote[]
}

export interface MeantNote {
  readonly key: number
  /** By both models, as they are weighed. */
  readonly score: number
  readonly cosine: number | null
  readonly own: number | null
  readonly near: NearNote
}

export interface RankedByBoth {
  readonly kind: 'both'
  readonly halves: Halves
  readonly weights: PartWeights
  /** The notes that both halves looked at, best first. The rest are ranked by words. */
  readonly fused: readonly HybridHit[]
  readonly total: number
  readonly isRelaxed: boolean
  readonly rest: {
    /** How many notes the words find, and how many of those are among the fused ones. */
    readonly total: number
    readonly seen: number
    /** How many of the fused ones words put before all others. */
    readonly first: number
    /** How many others have every word, where those come before the fused ones that lack any. */
    readonly complete: number
    readonly ideal: number
  }
}
