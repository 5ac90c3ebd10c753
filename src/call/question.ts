import type { Awaitable } from '../model/awaitable.ts'

/** What a person is asked before a call goes on, in words for someone who does not know the tool. */
export interface Question {
  readonly tool: string
  /** The id of the vault that would change. */
  readonly vault: string
  /** Plain text of several lines: what would happen. */
  readonly text: string
  /** What "from now on" would allow. */
  readonly always: string
  /** Equal for a repeated call with equal consequences, and for nothing else: an answer is good for no other. */
  readonly subject: string
  /** Equal for a repeated call, whatever it would do by then. */
  readonly call: string
}

/** `pending` where the answer comes with another request. */
export type Answer = 'once' | 'always' | 'denied' | 'cancelled' | 'pending'

/** Asks the owner of the notes. */
export type Ask = (question: Question) => Promise<Answer>

/** What an owner answers who is not in front of the program that asks. */
export type RemoteAnswer = Extract<Answer, 'once' | 'always' | 'denied'>

/** Questions lie open where the owner of the notes can answer them from any process: on the page, in a terminal. */
export interface OpenQuestions {
  /** Puts a question there, or keeps one that is there already, with its answer. Nobody but who has asked takes its answer. */
  open(question: KeptQuestion): Awaitable<void>
  /** The answer, if somebody has given it: for the first who asks, then it is gone, and the question with it. */
  take(question: Asked): Awaitable<RemoteAnswer | null>
  /** Whether an answer can be taken. */
  isAnswered(question: Asked): Awaitable<boolean>
  /** Nobody waits for an answer any more. */
  settle(asked: Pick<KeptQuestion, 'call' | 'actor'>): Awaitable<void>
}

export interface Asked extends Pick<Question, 'subject'> {
  /** In whose name the call was made. */
  readonly actor: string
}

export interface KeptQuestion extends Asked, Omit<Question, 'always'> {
  /** Null where "from now on" cannot be remembered. */
  readonly always: string | null
}
