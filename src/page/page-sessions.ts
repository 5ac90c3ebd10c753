import { createHash, randomBytes } from 'node:crypto'
import type { TokenBook } from '../access/token-book.ts'
import type { AccessToken } from '../model/access-token.ts'
import { Consent } from '../call/consent.ts'

/** A person's browser that was let in. */
export interface PageSession {
  readonly id: string
  /** Its cookie is sent to addresses with this word alone, which no other server on this host learns of. */
  readonly place: string
  /** The person's token that opened it; null where it was a one-time key. */
  readonly token: AccessToken | null
  /** What its person has allowed. */
  readonly consent: Consent
}

type Tokens = Pick<TokenBook, 'findPerson' | 'isValid'>

const keyLastsMs = 10 * 60_000
const idleEndsMs = 24 * 3_600_000
const mostSessions = 100

/**
 * Who is let into the page: with a key that is good once and for ten minutes, or with a person's token. A session ends
 * when it is left, after a day without a call, with its token, and with the process. Only hashes are kept.
 */
export class PageSessions {
  readonly #tokens: Tokens
  readonly #now: () => Date
  /** Times at which keys end, by the hash of the key. */
  readonly #keys = new Map<string, number>()
  readonly #sessions = new Map<string, { readonly session: PageSession; usedAt: number }>()

  constructor(tokens: Tokens, now: () => Date) {
    this.#tokens = tokens
    this.#now = now
  }

  newKey(): string {
    const key = randomBytes(32).toString('base64url')
    this.#keys.set(hashOf(key), this.#now().getTime() + keyLastsMs)
    return key
  }

  /** What the browser keeps from now on; null for a key or token that is none, was used or has ended. */
  async enter(secret: string): Promise<{ readonly cookie: string; readonly place: string } | null> {
    const hash = hashOf(secret)
    const ends = this.#keys.get(hash)
    this.#keys.delete(hash)
    const isKey = ends !== undefined && ends > this.#now().getTime()
    const token = isKey ? null : await this.#tokens.findPerson(secret)
    if (!isKey && token === null) return null
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest)
    const cookie = randomBytes(32).toString('base64url')
    const place = randomBytes(16).toString('base64url')
    const session = { id: randomBytes(8).toString('hex'), place, token, consent: new Consent() }
    this.#sessions.set(hashOf(cookie), { session, usedAt: this.#now().getTime() })
    return { cookie, place }
  }

  /** The session of a call, which lasts a day longer by it. */
  async find(cookie: string, place: string): Promise<PageSession | null> {
    const session = await this.#look(cookie, place)
    if (session === null) return null
    const hash = hashOf(cookie)
    // The least recently used is the first to go where there are too many.
    this.#sessions.delete(hash)
    this.#sessions.set(hash, { session, usedAt: this.#now().getTime() })
    return session
  }

  /** Whether a session has not ended, which lasts no longer for the question. */
  async isOpen(cookie: string, place: string): Promise<boolean> {
    return (await this.#look(cookie, place)) !== null
  }

  async #look(cookie: string, place: string): Promise<PageSession | null> {
    const hash = hashOf(cookie)
    const found = this.#sessions.get(hash)
    if (found?.session.place !== place) return null
    const { session, usedAt } = found
    const { token } = session
    const isValid = token === null || (await this.#tokens.isValid(token).catch(() => false))
    if (this.#now().getTime() - usedAt <= idleEndsMs && isValid) return session
    this.#sessions.delete(hash)
    return null
  }

  leave(cookie: string): void {
    this.#sessions.delete(hashOf(cookie))
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
