import type { Awaitable } from '../model/awaitable.ts'
import { VaultError } from '../model/vault-error.ts'
import { beginning } from '../model/whole-characters.ts'

/** A question that waits for its answer. */
export interface WaitingQuestion {
  readonly id: string
  readonly vault: string
  readonly tool: string
  /** Who has asked. */
  readonly actor: string
  readonly text: string
  /** What "from now on" would allow; null where it cannot be said. */
  readonly always: string | null
  /** ISO time. */
  readonly created: string
  /** ISO time from which on nobody waits any more. */
  readonly expires: string
}

export type GivenAnswer = 'once' | 'always' | 'denied'

export interface AskedSubject {
  /** Equal for a repeated call with equal consequences, and for nothing else. */
  readonly subject: string
  readonly actor: string
}

export interface AskedCall {
  /** Equal for a repeated call, whatever it would do by then. */
  readonly call: string
  readonly actor: string
}

export interface OpenedQuestion
  extends AskedSubject, AskedCall, Omit<WaitingQuestion, 'id' | 'created' | 'expires'> {}

/**
 * What agents' calls ask the owner of the notes, where any process or server of flint's can answer it. Whoever answers
 * first counts, and an answer is taken once.
 */
export interface QuestionBook {
  /** Puts a question there, or keeps one that is there already, with its answer. */
  open(question: OpenedQuestion): Awaitable<void>
  /** Null while there is no answer; an answer is gone with this. */
  take(asked: AskedSubject): Awaitable<GivenAnswer | null>
  /** Whether an answer can be taken. */
  isAnswered(asked: AskedSubject): Awaitable<boolean>
  /** Nobody waits for an answer any more. */
  settle(asked: AskedCall): Awaitable<void>
  /** Nobody waits for what was asked in this name, nor takes an answer that was given to it. */
  forget(actor: string): Awaitable<void>
  /** What waits for an answer, the oldest first. */
  list(): Awaitable<readonly WaitingQuestion[]>
  /** Answers a question. NOT_FOUND where it does not wait any more: somebody was quicker, or nobody waits. */
  answer(id: string, answer: GivenAnswer): Awaitable<WaitingQuestion>
  /** A number that is another one whenever questions or answers may have changed, whoever did it. */
  version(): Awaitable<number>
  close(): void
}

/** As long as a question that nobody answers stays. */
export const patienceMs = 3_600_000
/** Of more the oldest are dropped. */
export const mostOpen = 500

/** Why a question could not be answered, with what waits now. */
export function notAnswered(id: string, waiting: readonly WaitingQuestion[]): VaultError {
  return waiting.some((one) => one.id === id) ? notForEver(id) : settled(id)
}

function settled(id: string): VaultError {
  return new VaultError('NOT_FOUND', `No question ${beginning(id, 20)} waits for an answer.`, {
    hint: 'Somebody has answered it, its call has ended, or an hour has passed.',
  })
}

function notForEver(id: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `Question ${id} can be answered for this once alone.`, {
    hint: 'Nothing can be remembered for whoever asks: approve it once.',
  })
}
