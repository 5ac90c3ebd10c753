import { sql } from 'kysely'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Postgres } from '../postgres/open-postgres.ts'
import { presentMs } from './leases.ts'

/** Brings the index of a vault up to date that this server does not serve. */
export type Prepare = (vault: string) => Promise<void>

export interface StandbyOptions {
  readonly postgres: Pick<Postgres, 'run'>
  readonly server: string
  readonly prepare: Prepare
  readonly log: Log
  readonly pace?: StandbyPace
}

/** In milliseconds. */
export interface StandbyPace {
  readonly lookEvery: number
  /** A vault that is served for less long gets no server that stands by. */
  readonly settledFor: number
  /** How old a prepared index becomes before it is brought up to date again. */
  readonly againAfter: number
}

const usualPace: StandbyPace = { lookEvery: 2_000, settledFor: 10_000, againAfter: 300_000 }

/**
 * Keeps ready what this server is to take over. Of the servers that do not hold a vault, the one with the fewest held or kept
 * ready stands by for it: it makes the index, with the vectors that PostgreSQL has, while there is time.
 */
export class Standby {
  readonly #options: StandbyOptions
  readonly #pace: StandbyPace
  /** When the folder of a vault was not here. */
  readonly #leftAt = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(options: StandbyOptions) {
    this.#options = options
    this.#pace = options.pace ?? usualPace
    this.#lookSoon()
  }

  /** A vault that is being prepared is left to whoever prepares it. */
  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #lookSoon(): void {
    this.#timer = setTimeout(() => {
      void this.#look()
        .catch((error: unknown) => {
          this.#options.log.debug('no vault could be prepared', { error })
        })
        .then(() => {
          if (!this.#isClosed) this.#lookSoon()
        })
    }, this.#pace.lookEvery).unref()
  }

  async #look(): Promise<void> {
    const { prepare, log } = this.#options
    await this.#choose()
    for (const vault of await this.#due()) {
      if (this.#isClosed) return
      // One that cannot be prepared here is tried again as late as one that was.
      const isAway = await prepare(vault).then(
        () => false,
        (error: unknown) => {
          log.debug('a vault could not be prepared', { vault, error })
          return error instanceof VaultError && error.code === 'VAULT_UNAVAILABLE'
        },
      )
      await (isAway ? this.#leave(vault) : this.#note(vault))
    }
  }

  /** Stands by for one more vault, where it is this server's turn. */
  async #choose(): Promise<void> {
    const { postgres, server } = this.#options
    await postgres.run((db) =>
      sql`with present as (
          select id from server
          where not is_draining and beat > clock_timestamp() - make_interval(secs => ${presentMs / 1_000})
        ), busy as (
          select id, (select count(*) from lease where present.id in (lease.server, lease.standby)) as vaults
          from present
        )
        update lease set standby = ${server}, prepared = null where vault = (
          select vault from lease
          where server in (select id from present) and server <> ${server} and since < now() - make_interval(secs => ${this.#pace.settledFor / 1_000})
            and (standby is null or standby = server or standby not in (select id from present))
            and vault <> all(${this.#away()}::text[])
            and (${server} = (select id from busy where id <> lease.server order by vaults, id limit 1)
              or standby is null and prepared is not null)
          order by since limit 1 for update skip locked
        )`.execute(db),
    )
  }

  /** The vaults whose folders were not here when they were looked for last: others stand by for them. */
  #away(): readonly string[] {
    const since = performance.now() - this.#pace.againAfter
    return [...this.#leftAt].filter(([, at]) => at > since).map(([vault]) => vault)
  }

  /** The vaults for which this server stands by and whose index may be old. */
  async #due(): Promise<readonly string[]> {
    const { postgres, server } = this.#options
    const { rows } = await postgres.run((db) =>
      sql<{ vault: string }>`select vault from lease
        where standby = ${server} and lease.server is not null and lease.server <> ${server}
          and (prepared is null or prepared < now() - make_interval(secs => ${this.#pace.againAfter / 1_000}))
        order by prepared nulls first`.execute(db),
    )
    return rows.map(({ vault }) => vault)
  }

  /** Leaves a vault whose folder is not here to any other server, which knows it by `prepared` without a standby. */
  async #leave(vault: string): Promise<void> {
    const { postgres, server } = this.#options
    this.#leftAt.set(vault, performance.now())
    await postgres.run((db) =>
      db
        .updateTable('lease')
        .set({ standby: null, prepared: sql<Date>`now()` })
        .where('vault', '=', vault)
        .where('standby', '=', server)
        .execute(),
    )
  }

  async #note(vault: string): Promise<void> {
    const { postgres, server } = this.#options
    await postgres.run((db) =>
      db
        .updateTable('lease')
        .set({ prepared: sql<Date>`now()` })
        .where('vault', '=', vault)
        .where('standby', '=', server)
        .execute(),
    )
  }
}
