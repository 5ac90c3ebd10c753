import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { TokenBook } from '../access/token-book.ts'
import type { AccessToken } from '../model/access-token.ts'
import { Consent } from '../call/consent.ts'
import { DoneActs } from './done-acts.ts'

/** A person's browser that was let in. */
export interface PageSession {
  readonly id: string
  /** Its cookie is sent to addresses with this word alone, which no other server on this host learns of. */
  readonly place: string
  /** The person's token that opened it, as it is by now; null where it was a one-time key. */
  readonly token: AccessToken | null
  /** What its person has allowed. */
  readonly consent: Consent
  readonly acts: DoneActs
  /** Those of its answers that tell of changes for as long as the browser likes. */
  readonly streams: Set<ServerResponse>
}

type Tokens = Pick<TokenBook, 'findPerson' | 'findPersonAgain'>

const keyLastsMs = 10 * 60_000
const idleEndsMs = 24 * 3_600_000
/** Of one token, and of all one-time keys. */
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
    this.#makeRoom(token)
    const cookie = randomBytes(32).toString('base64url')
    const place = randomBytes(16).toString('base64url')
    const streams = new Set<ServerResponse>()
    const [consent, acts] = [new Consent(), new DoneActs()]
    const session = { id: randomBytes(8).toString('hex'), place, token, consent, acts, streams }
    this.#sessions.set(hashOf(cookie), { session, usedAt: this.#now().getTime() })
    return { cookie, place }
  }

  /** Nobody is pushed out by who comes with another token. */
  #makeRoom(token: AccessToken | null): void {
    for (const [hash, { usedAt }] of this.#sessions) if (this.#isIdle(usedAt)) this.#sessions.delete(hash)
    const own = [...this.#sessions].filter(([, { session }]) => session.token?.id === token?.id)
    const [oldest] = own
    if (own.length >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest[0])
  }

  #isIdle(usedAt: number): boolean {
    return this.#now().getTime() - usedAt > idleEndsMs
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

  /** Whether a session has not ended and may do what it might, which lasts no longer for the question. */
  async isAsBefore(cookie: string, { place, token }: PageSession): Promise<boolean> {
    const now = await this.#look(cookie, place)
    return now !== null && isDeepStrictEqual(now.token, token)
  }

  async #look(cookie: string, place: string): Promise<PageSession | null> {
    const hash = hashOf(cookie)
    const found = this.#sessions.get(hash)
    if (found?.session.place !== place) return null
    const { session, usedAt } = found
    const { token: before } = session
    const token = before === null ? null : await this.#tokens.findPersonAgain(before).catch(() => null)
    const isIn = before === null || token !== null
    if (isIn && !this.#isIdle(usedAt)) return { ...session, token }
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
