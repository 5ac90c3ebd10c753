import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { errorCode, messageOf } from '../model/error-code.ts'
import type { Log } from '../model/log.ts'
import { hasTables, migratePostgres } from './migrate-postgres.ts'
import {
  cannotOpen,
  isConnectionLost,
  noSchema,
  storeUnavailable,
  tooManyConnections,
} from './postgres-error.ts'
import { checkPlace, type PostgresPlace } from './postgres-place.ts'
import type { PostgresTables } from './postgres-tables.ts'

export type PostgresDatabase = Kysely<PostgresTables>

/** What servers that share vaults keep in common. */
export interface Postgres {
  /** Over a pool of connections, for what may be done on any of them. */
  readonly db: PostgresDatabase
  readonly schema: string
  /** Runs work on the pool; a connection that cannot be had or is lost is CLUSTER_UNAVAILABLE, which says "again". */
  readonly run: <T>(work: (db: PostgresDatabase) => Promise<T>) => Promise<T>
  /** A connection of its own, which its caller ends. It reports its loss by the event `end`. */
  readonly connect: () => Promise<pg.Client>
  readonly close: () => Promise<void>
}

export interface PostgresOptions extends PostgresPlace {
  readonly log: Log
  /** Most connections for ordinary work; those that hold leases and listen come on top. */
  readonly poolSize?: number
  /** Refuses a database that has no schema of flint's, instead of making it there. */
  readonly mustExist?: boolean
}

/**
 * How long anybody waits for a connection, and for the answer to one statement; with which pause a connection is asked for
 * again; and how often the log says that there is none.
 */
const patience = { connectMs: 4_000, statementMs: 20_000, againMs: 100, toldMs: 10_000 } as const

/** Opens the common store and brings its schema up to date. CLUSTER_UNAVAILABLE, with the next step, where that fails. */
export async function openPostgres({
  log,
  poolSize = 8,
  mustExist = false,
  ...given
}: PostgresOptions): Promise<Postgres> {
  const { url, schema } = checkPlace(given)
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'flint',
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 2_000,
  }
  // Without a listener the loss of a connection would end the process; what was asked on it fails as well.
  const onLost = (error: Error) => {
    log.debug('a connection to PostgreSQL was lost', { error })
  }
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(config)
    client.on('error', onLost)
    try {
      await client.connect()
    } catch (error) {
      await client.end().catch(() => undefined)
      throw isConnectionLost(error) ? storeUnavailable(error) : error
    }
    return client
  }
  await migrate(config, { url, schema }, mustExist)
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    statement_timeout: patience.statementMs,
    query_timeout: patience.statementMs + 5_000,
  })
  // The pool listens to those that are idle, and says so once more. One that is in use is lost, too.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('error', () => undefined)
  // Where PostgreSQL has none left, one that this server has is soon free.
  const waiting = { connect: () => untilFree(() => pool.connect()), end: () => pool.end(), options: {} }
  const db = new Kysely<PostgresTables>({ dialect: new PostgresDialect({ pool: waiting }) })
  let toldAt = -Infinity
  return {
    db,
    schema,
    async run(work) {
      try {
        return await work(db)
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        const away = storeUnavailable(error)
        if (performance.now() - toldAt > patience.toldMs) {
          toldAt = performance.now()
          log.warn(away.message, { reason: messageOf(error) })
        }
        throw away
      }
    },
    connect,
    close: async () => {
      await db.destroy()
    },
  }
}

async function untilFree<T>(connect: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + patience.connectMs; ;) {
    try {
      return await connect()
    } catch (error) {
      if (errorCode(error) !== tooManyConnections || performance.now() > end) throw error
      await pause(patience.againMs)
    }
  }
}

async function migrate(
  config: pg.ClientConfig,
  place: Required<PostgresPlace>,
  mustExist: boolean,
): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (mustExist && !(await hasTables(client, place.schema))) throw noSchema(place)
    await migratePostgres(client, place.schema)
  } catch (error) {
    throw cannotOpen(place, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
