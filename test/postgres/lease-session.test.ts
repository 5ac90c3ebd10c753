import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LeaseSession } from '../../src/postgres/lease-session.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

const one = { server: 'one', address: 'http://one' }
const two = { server: 'two', address: 'http://two' }

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a lease', () => {
  test('is held by one session, and its epoch grows with each holder', () =>
    withPostgres(async (store) => {
      const [first, second] = [await LeaseSession.open(store, one), await LeaseSession.open(store, two)]
      const lease = await first.take('home', one)
      expect(lease?.epoch).toBe(1)
      expect(await second.take('home', two)).toBeNull()
      expect((await second.take('work', two))?.epoch).toBe(1)
      await lease?.check()
      await first.release('home')
      await expect(lease?.check()).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect((await second.take('home', two))?.epoch).toBe(2)
      const rows = await store.db.selectFrom('lease').select(['vault', 'server']).orderBy('vault').execute()
      expect(rows).toEqual([
        { vault: 'home', server: 'two' },
        { vault: 'work', server: 'two' },
      ])
      await Promise.all([first.close(), second.close()])
    }))

  test('ends with its connection: who is put out writes nothing more, though it was told of nothing', () =>
    withPostgres(async (store) => {
      const [first, second] = [await LeaseSession.open(store, one), await LeaseSession.open(store, two)]
      const lease = await first.take('home', one)
      await sql`select pg_terminate_backend(pid) from lease_session where server = 'one'`.execute(store.db)
      const writing = lease!.run((db) =>
        db.insertInto('server').values({ id: 'x', address: '', version: '' }).execute(),
      )
      await expect(writing).rejects.toMatchObject({ code: 'LEASE_LOST', facts: { retry: true } })
      expect(await store.db.selectFrom('server').selectAll().execute()).toEqual([])
      expect(lease!.lost.aborted).toBe(true)
      expect((await second.take('home', two))?.epoch).toBe(2)
      await second.close()
    }))

  test('is not had of a PostgreSQL that takes no writes now: that is worth trying again', () =>
    withPostgres(async (store) => {
      const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(
        store.db,
      )
      const database = sql.raw(rows[0]!.name)
      await sql`alter database ${database} set default_transaction_read_only = on`.execute(store.db)
      await expect(LeaseSession.open(store, one)).rejects.toMatchObject({
        code: 'CLUSTER_UNAVAILABLE',
        facts: { retry: true },
      })
    }))

  test('an error of a statement is the caller’s, and the lease stays', () =>
    withPostgres(async (store) => {
      const session = await LeaseSession.open(store, one)
      const lease = await session.take('home', one)
      await expect(lease!.run((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow(/division by zero/)
      await lease!.check()
      await session.close()
    }))

  test('a transaction has the connection to itself', () =>
    withPostgres(async (store) => {
      const session = await LeaseSession.open(store, one)
      const lease = await session.take('home', one)
      const value = { address: '', version: '' }
      const failing = lease!.run((db) =>
        db.transaction().execute(async (change) => {
          await change
            .insertInto('server')
            .values({ id: 'taken-back', ...value })
            .execute()
          throw new Error('no')
        }),
      )
      const kept = lease!.run((db) =>
        db
          .insertInto('server')
          .values({ id: 'kept', ...value })
          .execute(),
      )
      await expect(failing).rejects.toThrow('no')
      await kept
      expect(await store.db.selectFrom('server').select('id').execute()).toEqual([{ id: 'kept' }])
      await session.close()
    }))
})
