import { sql } from 'kysely'
import { inject } from 'vitest'
import { openPostgres, type Postgres } from '../../src/postgres/open-postgres.ts'
import { dropDatabase, newDatabase } from './start-postgres.ts'

/** Runs a test with a database of its own in the PostgreSQL of this run. */
export async function withDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const asked = await fetch(inject('postgresDoor'))
  const url = await newDatabase(Number(await asked.text()))
  try {
    await use(url)
  } finally {
    await dropDatabase(url)
  }
}

/** Runs a test with flint's store in a database of its own. */
export async function withPostgres(use: (store: Postgres, url: string) => Promise<void>): Promise<void> {
  await withDatabase(async (url) => {
    const store = await openPostgres({ url, log: silent })
    try {
      await use(store, url)
    } finally {
      await store.close()
    }
  })
}

/** Runs a test with flint's store in a database of its own, as a user who may have so many connections. */
export async function withFewConnections(most: number, use: (url: string) => Promise<void>): Promise<void> {
  await withPostgres(async (store, url) => {
    const few = new URL(url)
    few.username = `few_${few.pathname.slice(1)}`
    const role = sql.raw(few.username)
    await sql`create role ${role} login connection limit ${sql.lit(most)}`.execute(store.db)
    await sql`grant all on schema flint to ${role}`.execute(store.db)
    await sql`grant all on all tables in schema flint to ${role}`.execute(store.db)
    await sql`grant all on all sequences in schema flint to ${role}`.execute(store.db)
    try {
      await use(few.href)
    } finally {
      await sql`drop owned by ${role}`.execute(store.db)
      await sql`drop role ${role}`.execute(store.db)
    }
  })
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
