import { sql } from 'kysely'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts'
import type { PostgresPlace } from '../postgres/postgres-place.ts'
import { presentMs } from './leases.ts'

export interface ServerStatus {
  readonly id: string
  /** Where the other servers reach it. */
  readonly address: string
  readonly version: string
  /** How many vaults it holds. */
  readonly vaults: number
  readonly isDraining: boolean
  /** Whether it was heard of just now. */
  readonly isPresent: boolean
  readonly started: Date
  readonly lastSeen: Date
}

export interface HeldVault {
  readonly vault: string
  /** The server that holds it; null where nobody does. */
  readonly server: string | null
  /** Grows with each holder. */
  readonly epoch: number
  /** Since when it is held by this one, or by nobody. */
  readonly since: Date
  /** The server that keeps its index ready to take it over; null where none does. */
  readonly standby: string | null
  /** When that index was last brought up to date; null where it is being made. */
  readonly prepared: Date | null
}

/** Who serves what, as PostgreSQL knows it at one moment. */
export interface ClusterStatus {
  readonly now: Date
  readonly servers: readonly ServerStatus[]
  readonly vaults: readonly HeldVault[]
}

/** One that was silent for that long, and holds nothing, is told of no more. */
const forgottenMs = 600_000

/** Looks at the servers that share vaults, and tells one to give its vaults back. It is none of them itself. */
export class ClusterControl {
  readonly #postgres: Postgres

  private constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  static async open(options: PostgresPlace & { readonly log: Log }): Promise<ClusterControl> {
    return new ClusterControl(await openPostgres({ ...options, poolSize: 1, mustExist: true }))
  }

  async status(): Promise<ClusterStatus> {
    return await this.#postgres.run(async (db) => {
      const { rows: held } = await sql<Omit<HeldVault, 'epoch'> & { epoch: string }>`
        select lease.vault, lease.epoch, lease.since, standby.id as standby,
          case when standby.id is not null then lease.prepared end as prepared,
          case when activity.pid is not null then lease.server end as server
        from lease
        left join lease_session on lease_session.id = lease.session
        left join pg_stat_activity activity
          on activity.pid = lease_session.pid and activity.backend_start = lease_session.backend_start
        left join server standby on standby.id = lease.standby
          and standby.beat > clock_timestamp() - make_interval(secs => ${presentMs / 1_000})
        order by lease.vault`.execute(db)
      const { rows: servers } = await sql<Omit<ServerStatus, 'vaults'>>`
        select id, address, version, started, beat as "lastSeen", is_draining as "isDraining",
          beat > clock_timestamp() - make_interval(secs => ${presentMs / 1_000}) as "isPresent"
        from server
        where beat > clock_timestamp() - make_interval(secs => ${forgottenMs / 1_000})
          or id in (select server from lease)
        order by id`.execute(db)
      const [clock] = (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows
      return {
        now: clock?.now ?? new Date(),
        servers: servers.map((server) => ({
          ...server,
          vaults: held.filter((lease) => lease.server === server.id).length,
        })),
        vaults: held.map((lease) => ({ ...lease, epoch: Number(lease.epoch) })),
      }
    })
  }

  /** Has a server take no vault any more and give back those it holds. CONFLICT where nobody else could serve them. */
  async drain(id: string): Promise<void> {
    const { servers } = await this.status()
    const present = servers.filter((server) => server.isPresent)
    if (!present.some((server) => server.id === id)) {
      throw new VaultError('NOT_FOUND', `No server that runs is called "${id}".`, {
        servers: present.map((server) => server.id),
        hint:
          present.length === 0
            ? 'None runs at this moment: there is nothing to drain.'
            : `Name one of these: ${present.map((server) => server.id).join(', ')}.`,
      })
    }
    if (!present.some((server) => server.id !== id && !server.isDraining)) {
      throw new VaultError('CONFLICT', 'No other server could take the vaults of this one.', {
        hint: 'Start another one first. A server that is the only one is simply stopped: it finishes its calls.',
      })
    }
    await this.#postgres.run((db) =>
      db.updateTable('server').set({ is_draining: true }).where('id', '=', id).execute(),
    )
  }

  async close(): Promise<void> {
    await this.#postgres.close()
  }
}
