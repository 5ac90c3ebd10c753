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

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
