import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/open-postgres.ts'
import { showPlace } from '../../src/postgres/postgres-place.ts'
import { until } from '../support/until.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase, withFewConnections, withPostgres } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

test('what is no address of a PostgreSQL is refused before anything is connected', async () => {
  for (const url of ['', 'postgres', 'http://host/flint', 'file:///etc/passwd'])
    await expect(openPostgres({ url, log })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  for (const schema of ['Flint', 'a"; drop table x', 'pg_mine', ''])
    await expect(openPostgres({ url: 'postgres://localhost/flint', schema, log })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
})

test('a password with signs that an address may not have is said to be the cause, and is not shown', async () => {
  for (const url of ['postgres://ann:p@ss/s3cret@db/flint', 'postgres://ann:p#s3cret@db/flint']) {
    const error: unknown = await openPostgres({ url, log }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', facts: { hint: expect.stringContaining('%2F') } })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cret')
  }
})

test('an address is shown without its password and options', () => {
  const url = 'postgres://ann:s3cret@db:5432/notes?sslpassword=s3cret'
  expect(showPlace({ url })).toBe('postgres://ann@db:5432/notes (schema flint)')
})

test('a store that cannot be reached is told with its next step and without the password', async () => {
  const error: unknown = await openPostgres({ url: 'postgres://ann:s3cret@127.0.0.1:1/notes', log }).catch(
    (caught: unknown) => caught,
  )
  expect(error).toMatchObject({
    code: 'CLUSTER_UNAVAILABLE',
    facts: { hint: expect.stringMatching(/Start it/) },
  })
  expect(String(error)).toContain('postgres://ann@127.0.0.1:1/notes (schema flint) cannot be opened')
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cret')
})

describe.skipIf(noPostgres !== null)(noPostgres ?? 'with PostgreSQL', () => {
  test('a connection that is lost between two statements of a piece of work ends that work alone', () =>
    withPostgres(async ({ db }) => {
      const work = db.connection().execute(async (own) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
        const pid = rows[0]?.pid ?? 0
        await sql`select pg_terminate_backend(${pid})`.execute(db)
        await until('it is gone', async () => {
          const left = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)
          return left.rows.length === 0
        })
        await sql`select 1`.execute(own)
      })
      await expect(work).rejects.toThrow()
      // The pool hears of the loss a moment later, and may still give that connection to the next.
      await until('it answers again', async () => {
        const { rows } = await sql`select 1 as one`.execute(db).catch(() => ({ rows: [] }))
        return rows.length === 1
      })
    }))

  test('one without TLS is said to have none, where the address asks for it', () =>
    withDatabase(async (url) => {
      await expect(openPostgres({ url: `${url}?ssl=true`, log })).rejects.toMatchObject({
        message: expect.stringContaining('it has no TLS'),
      })
    }))

  test('servers that start at once make the schema once', () =>
    withDatabase(async (url) => {
      const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgres({ url, log })))
      const made = await stores[0]!.db.selectFrom('migration').select('name').execute()
      expect(made.map(({ name }) => name)).toContain('0001-servers')
      await Promise.all(stores.map((store) => store.close()))
    }))

  test('two schemas in one database know nothing of each other', () =>
    withPostgres(async (store, url) => {
      const other = await openPostgres({ url, schema: 'second', log })
      await store.db.insertInto('server').values({ id: 'a', address: 'x', version: '1' }).execute()
      expect(await other.db.selectFrom('server').selectAll().execute()).toEqual([])
      await other.close()
    }))

  test('a schema that a newer flint made is left alone', () =>
    withPostgres(async (store, url) => {
      await store.db.insertInto('migration').values({ name: '9999-from-the-future' }).execute()
      await expect(openPostgres({ url, log })).rejects.toMatchObject({
        code: 'CLUSTER_UNAVAILABLE',
        message: expect.stringContaining('newer flint'),
      })
    }))

  test('one that is read-only is named as that, to callers, in the log and at the start', () =>
    withDatabase(async (url) => {
      const said: string[] = []
      const store = await openPostgres({ url, log: { ...log, warn: (message) => void said.push(message) } })
      const own = await store.connect()
      await own.query(
        `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
      )
      await own.end()
      const row = { id: 'a', address: 'x', version: '1' }
      await expect(store.run((db) => db.insertInto('server').values(row).execute())).rejects.toMatchObject({
        code: 'CLUSTER_UNAVAILABLE',
        message: expect.stringContaining('is read-only'),
      })
      expect(said).toEqual([expect.stringContaining('is read-only')])
      await expect(openPostgres({ url, schema: 'unmade', log })).rejects.toThrow(/it is read-only/)
      await store.close()
    }))

  test('where it has no connection left, work waits for one of its own, and who needs another one is told', () =>
    withFewConnections(1, async (url) => {
      const store = await openPostgres({ url, log })
      const work = Array.from({ length: 6 }, () => store.run((db) => sql`select pg_sleep(0.05)`.execute(db)))
      await Promise.all(work)
      await expect(store.connect()).rejects.toMatchObject({
        code: 'CLUSTER_UNAVAILABLE',
        message: expect.stringContaining('has no connection left'),
      })
      await store.close()
    }))

  test('a database that is not there is told so', () =>
    withDatabase(async (url) => {
      await expect(openPostgres({ url: `${url}_gone`, log })).rejects.toThrow(/there is no such database/)
    }))
})
