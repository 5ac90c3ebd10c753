import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { isConnectionLost, storeUnavailable } from './postgres-error.ts'
import { type LeaseConnection, leaseLost } from './lease-connection.ts'
import { oneConnection } from './one-connection.ts'
import type { Postgres, PostgresDatabase } from './open-postgres.ts'

/** A server that takes leases, as others see it. */
export interface LeaseHolder {
  readonly server: string
  /** Where other servers reach it. */
  readonly address: string
}

/** How often a session is heard of, how long it may be silent, and how long it waits for an answer itself. */
export const leaseTimes = { beatMs: 1_000, silentMs: 5_000, answerMs: 3_000 } as const

/**
 * A connection that holds the leases of many vaults: their locks are the session's, and end with it. It makes itself heard
 * of, and gives itself up when PostgreSQL no longer answers.
 */
export class LeaseSession {
  readonly id = randomUUID()
  readonly #client: pg.Client
  readonly #db: PostgresDatabase
  readonly #schema: string
  readonly #held = new Map<string, AbortController>()
  readonly #lost = new AbortController()
  #beating: NodeJS.Timeout | null = null
  /** When the last sign of it that PostgreSQL knows was sent. */
  #heardAt = performance.now()
  #signing: Promise<void> | null = null

  private constructor(client: pg.Client, schema: string) {
    this.#client = client
    this.#db = oneConnection(client)
    this.#schema = schema
    client.once('end', () => {
      this.#giveUp()
    })
    client.once('error', () => {
      this.#giveUp()
    })
  }

  static async open({ connect, schema }: Postgres, { server }: LeaseHolder): Promise<LeaseSession> {
    const client = await connect()
    const session = new LeaseSession(client, schema)
    try {
      await session.#register(server)
    } catch (error) {
      session.#giveUp()
      throw isConnectionLost(error) ? storeUnavailable(error) : error
    }
    session.#beat()
    return session
  }

  async #register(server: string): Promise<void> {
    const client = this.#client
    // Whoever was cut off from this server holds nothing for longer than this.
    await client.query(`set tcp_user_timeout = ${leaseTimes.silentMs}`).catch(() => undefined)
    await client.query(`set idle_in_transaction_session_timeout = ${leaseTimes.silentMs}`)
    await client.query(
      `insert into lease_session (id, server, pid, backend_start)
       select $1, $2, pid, backend_start from pg_stat_activity where pid = pg_backend_pid()`,
      [this.id, server],
    )
  }

  /** How many leases it holds. */
  get size(): number {
    return this.#held.size
  }

  /** Aborted once the session has ended, with all its leases. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Takes a vault's lease; null where another session holds it. */
  async take(vault: string, { server, address }: LeaseHolder): Promise<LeaseConnection | null> {
    if (this.#held.has(vault)) throw new Error('This session holds the lease already.')
    const epoch = await this.#ask(vault, async (db) => {
      const { rows } = await sql<{
        taken: boolean
      }>`select pg_try_advisory_lock(${this.#key(vault)}) as taken`.execute(db)
      if (rows[0]?.taken !== true) return null
      const row = { server, address, session: this.id, since: sql<Date>`now()` }
      const { epoch } = await db
        .insertInto('lease')
        .values({ vault, epoch: 1, ...row })
        .onConflict((conflict) =>
          conflict.column('vault').doUpdateSet({
            ...row,
            epoch: sql`lease.epoch + 1`,
            standby: sql`nullif(lease.standby, ${server})`,
            prepared: sql`case when lease.standby <> ${server} then lease.prepared end`,
          }),
        )
        .returning('epoch')
        .executeTakeFirstOrThrow()
      return Number(epoch)
    })
    if (epoch === null) return null
    if (this.#lost.signal.aborted) throw leaseLost(vault)
    const held = new AbortController()
    this.#held.set(vault, held)
    const { signal: lost } = held
    const run = async <T>(work: (db: PostgresDatabase) => Promise<T>): Promise<T> => {
      lost.throwIfAborted()
      const result = await this.#ask(vault, work)
      // It may have been given back meanwhile.
      lost.throwIfAborted()
      return result
    }
    const check = async () => {
      await run((db) => sql`select 1`.execute(db))
    }
    const checkIfQuiet = async () => {
      if (performance.now() - this.#heardAt < leaseTimes.answerMs) return
      await this.#sign()
      lost.throwIfAborted()
    }
    return { vault, epoch, lost, run, check, checkIfQuiet }
  }

  /** Gives one lease back, so that another server can take it at once. */
  async release(vault: string): Promise<void> {
    const held = this.#held.get(vault)
    if (held === undefined) return
    held.abort(leaseLost(vault))
    this.#held.delete(vault)
    if (this.#lost.signal.aborted) return
    await this.#ask(vault, async (db) => {
      await db
        .updateTable('lease')
        .set({ server: null, address: null, session: null, since: sql`now()` })
        .where('vault', '=', vault)
        .where('session', '=', this.id)
        .execute()
      await sql`select pg_advisory_unlock(${this.#key(vault)})`.execute(db)
    })
  }

  /** Ends the connection, and with it every lease. */
  async close(): Promise<void> {
    if (!this.#lost.signal.aborted) {
      await this.#db
        .updateTable('lease')
        .set({ server: null, address: null, session: null, since: sql`now()` })
        .where('session', '=', this.id)
        .execute()
        .catch(() => undefined)
      await this.#db
        .deleteFrom('lease_session')
        .where('id', '=', this.id)
        .execute()
        .catch(() => undefined)
    }
    this.#giveUp()
  }

  /** The 64 bits that PostgreSQL locks for a vault. */
  #key(vault: string) {
    return sql`hashtextextended(${`${this.#schema} ${vault}`}, 7)`
  }

  async #ask<T>(vault: string, work: (db: PostgresDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(this.#db)
    } catch (error) {
      if (!this.#lost.signal.aborted && !isConnectionLost(error)) throw error
      this.#giveUp()
      throw leaseLost(vault, error)
    }
  }

  #beat(): void {
    this.#beating = setTimeout(() => {
      void this.#sign().then(() => {
        if (!this.#lost.signal.aborted) this.#beat()
      })
    }, leaseTimes.beatMs).unref()
  }

  /** Makes itself heard of. An answer that does not come is the end: others may have been told so by then. Never rejects. */
  #sign(): Promise<void> {
    this.#signing ??= this.#signNow().finally(() => {
      this.#signing = null
    })
    return this.#signing
  }

  async #signNow(): Promise<void> {
    const late = setTimeout(() => {
      this.#giveUp()
    }, leaseTimes.answerMs)
    const sentAt = performance.now()
    const row = await this.#db
      .updateTable('lease_session')
      .set({ beat: sql`clock_timestamp()` })
      .where('id', '=', this.id)
      .returning('id')
      .executeTakeFirst()
      .catch(() => undefined)
    clearTimeout(late)
    // Another server has put this one out.
    if (row === undefined) this.#giveUp()
    this.#heardAt = sentAt
  }

  #giveUp(): void {
    if (this.#lost.signal.aborted) return
    this.#lost.abort()
    for (const [vault, held] of this.#held) held.abort(leaseLost(vault))
    this.#held.clear()
    if (this.#beating !== null) clearTimeout(this.#beating)
    // Not `end`, which waits for the other side.
    this.#client.connection.stream.destroy()
  }
}
