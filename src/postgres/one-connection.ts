import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { PostgresDatabase } from './open-postgres.ts'
import type { PostgresTables } from './postgres-tables.ts'

/**
 * Kysely over one connection that is never replaced: who comes while it is used waits, and a transaction has it to
 * itself.
 */
export function oneConnection(client: pg.Client): PostgresDatabase {
  let last: Promise<void> = Promise.resolve()
  const connect = async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<undefined>()
    last = promise
    await before
    return {
      query: client.query.bind(client),
      release: () => {
        resolve(undefined)
      },
    }
  }
  const pool = { connect, end: () => client.end(), options: {} }
  return new Kysely<PostgresTables>({ dialect: new PostgresDialect({ pool }) })
}
