import { randomBytes } from 'node:crypto'
import type { Question } from './question.ts'

/** What a ticket stands for. */
export type Ticketed = Pick<Question, 'subject' | 'call'>

/** So many questions wait for their answer at most; the oldest is forgotten first. */
const mostOpen = 500

/**
 * What a caller's user has been asked and has allowed. One for a process over stdio, one for each token over HTTP: what
 * one has allowed counts for no other.
 */
export class Consent {
  /** False for callers that cannot be told apart: then each question is asked again. */
  readonly remembers: boolean
  readonly #approved = new Set<string>()
  readonly #open = new Map<string, Ticketed>()

  constructor({ remembers = true }: { readonly remembers?: boolean } = {}) {
    this.remembers = remembers
  }

  has(approval: string): boolean {
    return this.#approved.has(approval)
  }

  remember(approval: string): void {
    if (this.remembers) this.#approved.add(approval)
  }

  /** Notes that a question was asked. Whoever comes back with the ticket has been asked it. */
  open({ subject, call }: Ticketed): string {
    const [oldest] = this.#open.keys()
    if (this.#open.size >= mostOpen && oldest !== undefined) this.#open.delete(oldest)
    const ticket = randomBytes(24).toString('base64url')
    this.#open.set(ticket, { subject, call })
    return ticket
  }

  /** What was asked under a ticket; null for one that was never given out or has been used. */
  take(ticket: string): Ticketed | null {
    const question = this.#open.get(ticket) ?? null
    this.#open.delete(ticket)
    return question
  }
}
