import type { z } from 'zod'
import type { errorShape } from '../call/vault-error-content.ts'

/** What `POST /ui/enter` answers who was let in. */
export interface PageEntered {
  /** The word in all addresses of the session, to which alone its cookie is sent: `/ui/s/PLACE/call`. */
  readonly place: string
}

/** What a view sends by POST to the `call` of its session, as JSON. */
export interface PageCall {
  /** A tool of flint's, or one of the calls that only a person is served. */
  readonly tool: string
  readonly args: object
  /** Names an act of the person: asked for again with it, the act gets the reply that it had, and is not done again. */
  readonly key?: string | undefined
  /** The person's word on a question that the call was answered with before. */
  readonly answer?: { readonly ticket: string; readonly choice: 'once' | 'always' | 'denied' } | undefined
}

/**
 * What comes back, with status 200. Any other status has `{ error: { message } }` and says why nothing was called. An act
 * is a call that may change something: it may have done so where it failed, too.
 */
export type PageReply<Result = object> =
  | { readonly kind: 'done'; readonly isAct: boolean; readonly result: Result }
  | { readonly kind: 'failed'; readonly isAct: boolean; readonly error: z.output<typeof errorShape> }
  /** The vault wants its owner asked: the same call with the ticket and a choice goes on. */
  | { readonly kind: 'question'; readonly ticket: string; readonly text: string; readonly always: string }

/** What the `rights` of a session answer. */
export interface PageRights {
  /** Whether anything can be changed: neither the server nor the person's token is read-only. */
  readonly may_write: boolean
  /** The names of all calls that the person is served. */
  readonly calls: readonly string[]
}

/** An event of a session's `news`: what may have changed since the last one. */
export interface PageNews {
  /** Vaults whose notes have changed. */
  readonly vaults: readonly string[]
  /** Whether vaults came, went or were renamed. */
  readonly registry: boolean
  /** Whether agents' questions came or were answered. */
  readonly questions: boolean
}
