/** What a person is asked before a call goes on, in words for someone who does not know the tool. */
export interface Question {
  readonly tool: string
  /** Plain text of several lines: what would happen. */
  readonly text: string
  /** What "from now on" would allow. */
  readonly always: string
  /** Equal for a repeated call with equal consequences, and for nothing else: an answer is good for no other. */
  readonly subject: string
}

/** `pending` where the answer comes with another request. */
export type Answer = 'once' | 'always' | 'denied' | 'cancelled' | 'pending'

/** Asks the owner of the notes. */
export type Ask = (question: Question) => Promise<Answer>
