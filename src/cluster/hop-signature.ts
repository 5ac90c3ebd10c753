import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Postgres } from '../postgres/open-postgres.ts'

/** What is signed of a call that is passed on: whoever changes one of these makes it void. */
export interface HopContent {
  readonly authorization: string
  /** The vaults of which a part of a call is asked; empty for a call as a whole. */
  readonly part: string
  /** By what the server that was called limits the call. */
  readonly limits: string
  readonly body: Buffer
}

/** Signs calls that one server passes on to another, and knows them again. The secret lies in PostgreSQL alone. */
export class HopSignature {
  readonly #secret: string
  readonly #now: () => number

  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret
    this.#now = now
  }

  /** The servers' common secret, made by the first of them. */
  static async open(postgres: Postgres): Promise<HopSignature> {
    const secret = await postgres.run(async (db) => {
      await db
        .insertInto('hop_secret')
        .values({ secret: randomBytes(32).toString('hex') })
        .onConflict((on) => on.doNothing())
        .execute()
      return (await db.selectFrom('hop_secret').select('secret').executeTakeFirstOrThrow()).secret
    })
    return new HopSignature(secret)
  }

  sign(content: HopContent): string {
    const time = String(this.#now())
    return `${time}.${this.#mac(time, content)}`
  }

  /** False for one that was not made with the secret, for another call, or longer ago than clocks differ. */
  isGenuine(signature: string, content: HopContent): boolean {
    const [time = '', mac = ''] = signature.split('.')
    if (!/^\d{13}$/.test(time) || Math.abs(this.#now() - Number(time)) > validMs) return false
    const wanted = Buffer.from(this.#mac(time, content))
    const given = Buffer.from(mac)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  #mac(time: string, { authorization, part, limits, body }: HopContent): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([time, authorization, part, limits, body.length]))
      .update(body)
      .digest('base64url')
  }
}

const validMs = 60_000
