import type { Neighbours } from './direction-table.ts'

/** What each part of the search says of a note; null where it does not know it. */
export interface PartScores {
  readonly key: number
  /** BM25 as a share of an ideal match, 0 to 1; 0 where the note has none of the words. */
  readonly words: number
  /** The share of an ideal match that its best passage is. */
  readonly window: number
  /** The cosine of its nearest chunk, by the embedder. */
  readonly meaning: number | null
  /** The cosine by the vault's own model. */
  readonly own: number | null
}

export interface FusedScore extends PartScores {
  /** 0 to 1. */
  readonly score: number
}

export interface LentScore extends FusedScore {
  /** The mean score of the notes likest to it; null where none is known. */
  readonly lent: number | null
}

/** How much each part of a search counts. */
export interface PartWeights {
  /** Of the words, against all meaning. */
  readonly words: number
  /** Of the vault's own model, against the embedder. */
  readonly own: number
}

/** Words find so much of an ideal match where they find what was meant: below it meaning counts more. */
const sureOfWords = 0.25
/** With so many notes the vault's own model counts half as much as it does with any number of them. */
const halfTaught = 1_000
const mostOwn = 0.5
/** The vault's own model is made of words as well: to this share it tells again what the words have told. */
const toldTwice = 0.5

export interface Circumstances {
  /** What words weigh beside the embedder where they find what was meant. */
  readonly keywordWeight: number
  /** The best share of an ideal match that words found. */
  readonly best: number
  /** Of how many notes the vault's own model was made, and how much of the question it knows; null where there is none. */
  readonly own: { readonly notes: number; readonly known: number } | null
  /** How well the embedder reads the language of the question; null where it takes no part. */
  readonly language: number | null
}

/**
 * The weights for one question. A small vault can teach little about its words, so its own model counts for little, and
 * for less where words are found; an embedder counts for little in a language that it does not know; words count for little
 * where they find little.
 */
export function weighParts({ keywordWeight, best, own, language }: Circumstances): PartWeights {
  const words = keywordWeight * Math.min(1, best / sureOfWords)
  const most = mostOwn * (1 - toldTwice * words)
  const taught = own === null ? 0 : (most * own.known * own.notes) / (own.notes + halfTaught)
  const read = (language ?? 0) * (1 - most)
  // The less of the two models takes part, the more the words count.
  return { words, own: taught + read === 0 ? 0 : taught / (taught + read) }
}

/**
 * Joins the parts, best first. A note that has the words and that no model knows yet, as it was changed just now, is taken
 * to be as near as such notes are on the average.
 */
export function fuseScores(scores: readonly PartScores[], weights: PartWeights): readonly FusedScore[] {
  const nearness = scores.map((part) => meaningOf(part, weights))
  const known = scores.flatMap(({ words }, at) => (words > 0 ? (nearness[at] ?? []) : []))
  const usual = known.length === 0 ? 0 : known.reduce((sum, near) => sum + near, 0) / known.length
  const scored = scores.map((part, at) => {
    const near = nearness[at] ?? (part.words > 0 ? usual : 0)
    return {
      ...part,
      score: rounded(weights.words * wordsOf(part) + (1 - weights.words) * Math.max(0, near)),
    }
  })
  return bestFirst(scored)
}

/** Notes that are alike answer alike: each is as good as it is itself and, to this share, as those likest to it are. */
const lentShare = 0.4

/** Adds what the notes likest to each lend it, best first: less where the vault's own model, which tells that, has less weight. */
export function lendScores(
  scores: readonly FusedScore[],
  neighbours: Neighbours | null,
  { own }: Pick<PartWeights, 'own'>,
): readonly LentScore[] {
  const lentTo =
    neighbours === null ? null : meansOf(neighbours, new Map(scores.map(({ key, score }) => [key, score])))
  const share = lentShare * own
  const lend = (part: FusedScore): LentScore => {
    const lent = lentTo?.get(part.key) ?? null
    return lent === null
      ? { ...part, lent }
      : { ...part, lent, score: rounded((1 - share) * part.score + share * lent) }
  }
  return bestFirst(scores.map(lend))
}

/** The mean score of the notes likest to each, by how like they are. One that no other is like has none. */
function meansOf(
  { notes, most, cosines, likest }: Neighbours,
  scores: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const means = new Map<number, number>()
  for (const [at, note] of notes.entries()) {
    let sum = 0
    let all = 0
    for (let place = at * most; place < (at + 1) * most; place++) {
      const cosine = cosines[place] ?? 0
      if (cosine <= 0) break
      all += cosine
      sum += cosine * (scores.get(notes[likest[place] ?? -1] ?? -1) ?? 0)
    }
    if (all > 0) means.set(note, sum / all)
  }
  return means
}

function bestFirst<Part extends FusedScore>(scores: readonly Part[]): readonly Part[] {
  return scores.toSorted((a, b) => b.score - a.score || b.words - a.words || a.key - b.key)
}

/** A note is as good as it is as a whole and in its best passage, half and half. */
function wordsOf({ words, window }: Pick<PartScores, 'words' | 'window'>): number {
  return (words + window) / 2
}

/** How near a note is by both models; where one does not know it, by the other. Null where neither does. */
export function meaningOf(
  { meaning, own }: Pick<PartScores, 'meaning' | 'own'>,
  weights: Pick<PartWeights, 'own'>,
): number | null {
  if (own === null || weights.own === 0) return weights.own === 1 ? null : meaning
  if (meaning === null || weights.own === 1) return own
  return weights.own * own + (1 - weights.own) * meaning
}

function rounded(score: number): number {
  return Number(Math.min(1, Math.max(0, score)).toFixed(4))
}
