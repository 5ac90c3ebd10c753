import type pg from 'pg'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Log } from '../model/log.ts'
import type { Postgres } from '../postgres/open-postgres.ts'

const shape = z.union([
  z.object({ kind: z.enum(['registry', 'tokens', 'active']) }),
  // A vault has another holder, or none.
  z.object({ kind: z.literal('lease'), vault: z.string() }),
])

/** What one server tells all of them, itself included. */
type ClusterNotice = z.output<typeof shape>

/** `missed`: the connection was away, so that anything may have changed. */
type HeardNotice = ClusterNotice | { readonly kind: 'missed' }

/** How often the connection is tried, and how long it may take to answer. */
const times = { beatMs: 500, answerMs: 500, againMs: 300 } as const

/**
 * What servers tell each other by PostgreSQL's LISTEN and NOTIFY. Who keeps something in memory until it is told may do so
 * only while this is live: a notice may have been missed otherwise.
 */
export class ClusterNotices {
  readonly #postgres: Postgres
  readonly #log: Log
  readonly #listeners = new Set<(notice: HeardNotice) => void>()
  #client: pg.Client | null = null
  #isLive = false
  /** When that was asked of PostgreSQL which it answered last: every notice of before has been heard. */
  #heardUntil = -Infinity
  #isClosed = false
  #timer: NodeJS.Timeout | null = null

  private constructor(postgres: Postgres, log: Log) {
    this.#postgres = postgres
    this.#log = log
  }

  static async open(postgres: Postgres, log: Log): Promise<ClusterNotices> {
    const notices = new ClusterNotices(postgres, log)
    await notices.#connect()
    return notices
  }

  /** Whether every notice of more than a second ago has been heard. */
  get isLive(): boolean {
    return this.#isLive && performance.now() - this.#heardUntil < times.beatMs + times.answerMs
  }

  on(listener: (notice: HeardNotice) => void): void {
    this.#listeners.add(listener)
  }

  async send(notice: ClusterNotice): Promise<void> {
    await this.#postgres.run((db) => this.tell(notice).execute(db))
  }

  /** The statement that sends it, for a transaction: then it is sent when that is committed. */
  tell(notice: ClusterNotice) {
    return sql`select pg_notify(${this.#channel}, ${JSON.stringify(notice)})`
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isLive = false
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  get #channel(): string {
    return `${this.#postgres.schema}_notices`
  }

  async #connect(): Promise<void> {
    const client = await this.#postgres.connect()
    client.on('notification', ({ payload = '' }) => {
      const notice = readNotice(payload)
      if (notice !== null) this.#hear(notice)
    })
    const askedAt = performance.now()
    try {
      await client.query(`listen ${this.#channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) {
      await client.end().catch(() => undefined)
      return
    }
    this.#client = client
    client.once('end', () => {
      this.#again(client)
    })
    this.#isLive = true
    this.#heardUntil = askedAt
    this.#hear({ kind: 'missed' })
    this.#beat(client)
  }

  /** A connection that was cut without a word is noticed by its silence. */
  #beat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      const late = setTimeout(() => {
        this.#isLive = false
        client.connection.stream.destroy()
      }, times.answerMs)
      const askedAt = performance.now()
      client.query('select 1').then(
        () => {
          clearTimeout(late)
          this.#heardUntil = askedAt
          if (this.#client === client && !this.#isClosed) this.#beat(client)
        },
        () => {
          clearTimeout(late)
        },
      )
    }, times.beatMs).unref()
  }

  #again(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    this.#isLive = false
    if (this.#isClosed) return
    this.#log.warn('the notices of other servers are away: what they change is read each time')
    const tryAgain = () => {
      this.#connect().then(
        () => {
          if (!this.#isClosed) this.#log.info('the notices of other servers arrive again')
        },
        () => {
          if (!this.#isClosed) this.#timer = setTimeout(tryAgain, times.againMs).unref()
        },
      )
    }
    this.#timer = setTimeout(tryAgain, times.againMs).unref()
  }

  #hear(notice: HeardNotice): void {
    for (const listener of this.#listeners) listener(notice)
  }
}

/** Null for one of a newer version. */
function readNotice(text: string): ClusterNotice | null {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
