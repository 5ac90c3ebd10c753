import type { NearNote } from '../index-db/nearest-queries.ts'
import type { Neighbours } from './direction-table.ts'
import type { OwnNear } from './own-vectors.ts'
import { whatIsMissing, type OwnStanding } from './own-standing.ts'
import type { LikeNotes, Meaning, Missing, NearOptions, Unavailable, VectorSearch } from './vector-search.ts'

/** How near a note is to a question, by the embedder and by the vault's own model; null where one does not know it. */
export interface Mark {
  readonly cosine: number | null
  readonly own: number | null
  /** Its nearest passage. */
  readonly near: NearNote
}

/** All that meaning says of a question. */
export interface Meant {
  readonly kind: 'meant'
  /** How well the embedder reads the language of the question; null where it takes no part. */
  readonly language: number | null
  readonly own: Pick<OwnNear, 'notes' | 'known'> | null
  readonly keywordWeight: number
  readonly reason?: string
  /** The nearest notes by either model. */
  readonly near: readonly number[]
  /** Of these notes and of those that were asked about: looked for from now on, while the words are. */
  readonly marks: Promise<MarkedNotes>
}

export interface MarkedNotes {
  readonly of: ReadonlyMap<number, Mark>
  /** Which of them are likest to each other; null where that was not asked or is not known. */
  readonly neighbours: Neighbours | null
}

export interface Looking {
  readonly meaning: Promise<Meaning | Unavailable>
  /** What was found, and how near these other notes are. */
  readonly found: (others: readonly number[]) => Promise<Meant | Unavailable>
}

export interface LookOptions extends NearOptions {
  /** How long to wait for a model that is being loaded. */
  readonly waitMs: number
  /** Whether it is to be told which of the notes are likest to each other. */
  readonly wantsNeighbours: boolean
  /** A note is near whose cosine is larger: what points the other way is no answer to a question. */
  readonly least?: number
}

/** Below it a model reads a language by chance. */
const leastRead = 0.15
const usualWeight = 0.7

/** Starts looking by meaning: the nearest notes are asked for as soon as what is looked for has a vector. */
export function lookByMeaning(
  like: { readonly text: string } | LikeNotes,
  vectors: VectorSearch,
  { waitMs, wantsNeighbours, least = 0, ...options }: LookOptions,
): Looking {
  const meaning = vectors.mean(like, waitMs)
  const near = handled(
    meaning.then((found) => (isRead(found) ? vectors.nearest(found, options) : Promise.resolve([]))),
  )
  const own = handled(vectors.ownNearest(like, { ...options, waitMs }))
  const found = async (others: readonly number[]): Promise<Meant | Unavailable> => {
    const [meant, byEmbedder, { standing, found: ownFound }] = await Promise.all([meaning, near, own])
    // A model that knows nothing of what is looked for takes no part.
    const byOwn = ownFound === null || ownFound.known === 0 ? null : ownFound
    if (byOwn === null && !isRead(meant))
      return withoutMeaning(meant, 'text' in like ? 'the question' : 'the note', standing)
    // In a small vault the nearest notes are all there are.
    const nearest = [...byEmbedder, ...(byOwn?.near ?? [])].filter(({ cosine }) => cosine > least)
    const all = [...new Set([...nearest.map(({ note }) => note), ...others])]
    const more = vectors.marks(
      isRead(meant) ? { ...meant, notes: without(all, byEmbedder) } : null,
      byOwn === null ? null : { like, notes: without(all, byOwn.near), among: wantsNeighbours ? all : null },
    )
    const isKnown = meant.kind === 'meant'
    return {
      kind: 'meant',
      language: isKnown ? meant.language : null,
      own: byOwn,
      keywordWeight: isKnown ? meant.model.keywordWeight : usualWeight,
      ...(isKnown ? whatIsIncomplete(meant.missing, standing) : { reason: meant.reason }),
      near: nearest.map(({ note }) => note),
      marks: handled(
        more.then(({ embedder, own: ownToo }) => ({
          of: marksOf([...byEmbedder, ...embedder], [...(byOwn?.near ?? []), ...(ownToo?.near ?? [])]),
          neighbours: ownToo?.neighbours ?? null,
        })),
      ),
    }
  }
  return { meaning, found }
}

function withoutMeaning(meant: Meaning | Unavailable, like: string, standing: OwnStanding): Unavailable {
  if (meant.kind === 'unavailable') return meant
  const missing = whatIsMissing(standing)
  return {
    kind: 'unavailable',
    reason: `The model does not know the language of ${like}${missing === null ? '' : `, and ${missing}`}.`,
    hint: { kind: 'list-models', to: 'choose another one' },
  }
}

/** Why an answer by meaning may be incomplete, where it may. */
function whatIsIncomplete(missing: Missing, standing: OwnStanding): { readonly reason?: string } {
  const passages =
    missing === 0
      ? null
      : missing === 'some'
        ? 'some passages may have no vector yet'
        : missing === 1
          ? '1 passage has no vector yet'
          : `${missing} passages have no vector yet`
  const said = [passages, whatIsMissing(standing)].filter((one) => one !== null).join(', and ')
  if (said === '') return {}
  return {
    reason: `${said[0]?.toUpperCase()}${said.slice(1)}: notes that only they would find may be missing.`,
  }
}

function isRead(found: Meaning | Unavailable): found is Meaning {
  return found.kind === 'meant' && found.language > leastRead
}

/** A failure is handled where the answer is awaited, which is later. */
function handled<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => undefined)
  return answer
}

function without(notes: readonly number[], known: readonly NearNote[]): readonly number[] {
  const keys = new Set(known.map(({ note }) => note))
  return notes.filter((note) => !keys.has(note))
}

function marksOf(byEmbedder: readonly NearNote[], byOwn: readonly NearNote[]): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>(
    byOwn.map((near) => [near.note, { cosine: null, own: near.cosine, near }]),
  )
  for (const near of byEmbedder)
    marks.set(near.note, { cosine: near.cosine, own: marks.get(near.note)?.own ?? null, near })
  return marks
}
