import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { TokenStore } from '../access/token-store.ts'
import type { VectorCache } from '../embed/vector-cache.ts'
import type { Log } from '../model/log.ts'
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts'
import type { PostgresPlace } from '../postgres/postgres-place.ts'
import type { RegistryStore } from '../registry/registry-store.ts'
import type { VaultStores } from '../vault/vault-stores.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { CallsElsewhere } from './calls-elsewhere.ts'
import { clusterStores } from './cluster-stores.ts'
import { ClusterNotices } from './cluster-notices.ts'
import { HopSignature } from './hop-signature.ts'
import { type JudgeFolder, folderNowhere, Leases, type TakeHow } from './leases.ts'
import { PassOn } from './pass-on.ts'
import { postgresActive } from './postgres-active.ts'
import { postgresFolder } from './postgres-folder.ts'
import { postgresRegistry } from './postgres-registry.ts'
import { serverIdOf } from '../model/server-id.ts'
import { PostgresVectorCache } from './postgres-vector-cache.ts'
import { Standby, type Prepare } from './standby.ts'
import { postgresTokens } from './postgres-tokens.ts'

export interface ClusterOptions extends PostgresPlace {
  readonly log: Log
  readonly version: string
  /** The registry's file of this server, whose settings beside the list of vaults stay its own. */
  readonly own: RegistryStore
}

/** What servers share beside the vaults' files, for a process that serves none of them. */
export interface SharedStores {
  readonly postgres: Postgres
  readonly notices: ClusterNotices
  readonly registry: RegistryStore
  readonly tokens: TokenStore
  readonly active: ReturnType<typeof postgresActive>
  readonly close: () => Promise<void>
}

/** One server among others. */
export interface Cluster extends SharedStores {
  readonly server: string
  readonly calls: CallsElsewhere
  /** Opens a vault under its lease, which is given back once the vault is closed. */
  readonly open: (
    vault: string,
    open: (kept: { readonly stores: VaultStores }) => Promise<VaultContext>,
    how?: TakeHow,
  ) => Promise<VaultContext>
  /** Takes the lease of a vault that is about to be made; the result gives it back. LEASE_LOST where another server has it. */
  readonly claim: (vault: string) => Promise<() => Promise<void>>
  /** Has vaults taken only where this says that their folders are there. */
  readonly judgeFolders: (judge: JudgeFolder) => void
  /** Keeps vaults ready that this server is to take over from others. */
  readonly standBy: (prepare: Prepare) => void
  /** What is known of passages, whoever serves their vault. */
  readonly vectors: VectorCache
  /** Called with a vault that this server serves no longer, or is about to give back: it must be closed. */
  readonly onGone: (listener: (vault: string) => Promise<void>) => void
}

export async function openShared({
  own,
  log,
  ...place
}: Omit<ClusterOptions, 'version'>): Promise<SharedStores> {
  const postgres = await openPostgres({ ...place, log })
  const notices = await ClusterNotices.open(postgres, log)
  return {
    postgres,
    notices,
    registry: postgresRegistry(postgres, notices, own),
    tokens: postgresTokens(postgres, notices),
    active: postgresActive(postgres, notices),
    async close() {
      await notices.close()
      await postgres.close()
    },
  }
}

const beatMs = 1_000

/** Joins the servers that share vaults by this PostgreSQL. `address` is where they reach this one. */
export async function joinCluster(options: ClusterOptions, address: string): Promise<Cluster> {
  const { log, version } = options
  const shared = await openShared(options)
  const { postgres, notices } = shared
  const server = serverIdOf(hostname(), randomUUID())
  await postgres.run(async (db) => {
    await sql`delete from server where beat < now() - interval '1 day'`.execute(db)
    await sql`delete from lease_session where beat < now() - interval '1 day'`.execute(db)
    await db.insertInto('server').values({ id: server, address, version }).execute()
  })
  const leases = new Leases({ postgres, notices, holder: { server, address }, log })
  const vectors = new PostgresVectorCache(postgres, () => new Date())
  const passOn = new PassOn(await HopSignature.open(postgres))
  const beating = setInterval(() => {
    postgres
      .run((db) =>
        db
          .updateTable('server')
          .set({ beat: sql`clock_timestamp()` })
          .where('id', '=', server)
          .returning('is_draining')
          .executeTakeFirst(),
      )
      .then(
        (row) => {
          if (row?.is_draining === true) leases.drain()
        },
        () => undefined,
      )
  }, beatMs).unref()
  let standby: Standby | null = null
  log.info('joined a cluster', { server, address })
  return {
    ...shared,
    server,
    calls: new CallsElsewhere({ leases, passOn, log }),
    async open(id, open, how) {
      const lease = await leases.hold(id, how)
      const giveBack = () => leases.release(id, lease)
      try {
        const folder = await postgresFolder(lease, () => {
          leases.leave(id)
        })
        const vault = await open({ stores: clusterStores(postgres, lease, vectors, folder) })
        const close = async () => {
          await vault.close()
          await giveBack()
        }
        return { ...vault, close }
      } catch (error) {
        await giveBack()
        throw error
      }
    },
    async claim(id) {
      const lease = await leases.hold(id, { anyFolder: true })
      return () => leases.release(id, lease)
    },
    judgeFolders: (judge) => {
      leases.judgeFolders(judge)
    },
    standBy: (prepare) => {
      const prepareHere = async (vault: string) => {
        if (!(await leases.hasFolder(vault))) throw folderNowhere(vault)
        await prepare(vault)
      }
      standby = new Standby({ postgres, server, prepare: prepareHere, log })
    },
    vectors,
    onGone: (listener) => {
      leases.onGone(listener)
    },
    async close() {
      clearInterval(beating)
      standby?.close()
      await postgres
        .run((db) => db.deleteFrom('server').where('id', '=', server).execute())
        .catch(() => undefined)
      await leases.close()
      passOn.close()
      await shared.close()
    },
  }
}
