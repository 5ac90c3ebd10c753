import type { Fault } from '../model/load-fault.ts'
import type { NearestQuery, NearNote } from '../index-db/nearest-queries.ts'
import type { OwnState, OwnVector } from '../index-db/own-model-rows.ts'
import type { LackingPage, LackingQuery, PendingPage, PendingQuery } from '../index-db/pending-queries.ts'
import type { StoredModel } from '../index-db/vector-tables.ts'
import type { OwnMarks, OwnNear, OwnQuery, OwnToMark } from './own-vectors.ts'
import type { OwnStanding } from './own-standing.ts'

/** The questions to the thread that reads vectors, and its answer to each. */
export interface VectorQuestions {
  readonly nearest: { readonly asked: NearestQuery; readonly answer: readonly NearNote[] }
  /** How near some notes are: by the vectors of a model, and by the vault's own model. */
  readonly marks: {
    readonly asked: {
      readonly embedder: (Pick<NearestQuery, 'model' | 'vector'> & Pick<OwnToMark, 'notes'>) | null
      readonly own: OwnToMark | null
    }
    readonly answer: {
      readonly embedder: readonly NearNote[]
      /** Null where it was not asked or cannot tell. */
      readonly own: OwnMarks | null
    }
  }
  /** The mean direction of some notes; null while none of them has vectors. */
  readonly meanVector: {
    readonly asked: { readonly model: string; readonly notes: readonly number[] }
    readonly answer: Float32Array | null
  }
  readonly lacking: { readonly asked: LackingQuery; readonly answer: LackingPage }
  readonly pending: { readonly asked: PendingQuery; readonly answer: PendingPage }
  /** How many passages are still to be embedded. */
  readonly count: { readonly asked: { readonly model: string }; readonly answer: number }
  /** The model whose vectors are complete, if any, and how many passages lack a vector of it, or else of the named one. */
  readonly standing: {
    readonly asked: { readonly model: string }
    readonly answer: { readonly complete: string | null; readonly missing: number }
  }
  /** What the vault's own model says; null where there is none. */
  readonly ownNearest: {
    readonly asked: OwnQuery
    readonly answer: { readonly standing: OwnStanding; readonly found: OwnNear | null }
  }
  readonly ownState: { readonly asked: Record<string, never>; readonly answer: OwnState }
  /** The vectors of some notes that are still to be folded in. */
  readonly ownFold: { readonly asked: { readonly limit: number }; readonly answer: readonly OwnVector[] }
  readonly models: { readonly asked: Record<string, never>; readonly answer: readonly StoredModel[] }
}

export type VectorQuestion = keyof VectorQuestions

export interface VectorRequest<Question extends VectorQuestion = VectorQuestion> {
  readonly id: number
  readonly question: Question
  readonly asked: VectorQuestions[Question]['asked']
}

/** `isDamage`: the vectors are damaged and must be made again. */
export type VectorReply<Answer = unknown> =
  | { readonly kind: 'loaded'; readonly fault: Fault | null }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly isDamage: boolean }
