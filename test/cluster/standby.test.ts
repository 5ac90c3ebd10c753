import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ClusterNotices } from '../../src/cluster/cluster-notices.ts'
import { Leases } from '../../src/cluster/leases.ts'
import { Standby } from '../../src/cluster/standby.ts'
import type { Postgres } from '../../src/postgres/open-postgres.ts'
import { LeaseSession } from '../../src/postgres/lease-session.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { until } from '../support/until.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withPostgres } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const pace = { lookEvery: 5, settledFor: 0, againAfter: 3_600_000 }
const far = sql<Date>`now() + interval '1 hour'`

async function join(store: Postgres, ...ids: readonly string[]): Promise<void> {
  // Heard of in an hour: nobody beats for them here.
  for (const id of ids)
    await store.db
      .insertInto('server')
      .values({ id, address: `http://${id}`, version: '', beat: far })
      .execute()
}

/** A vault that a server serves by its row alone. */
async function serve(store: Postgres, server: string | null, ...vaults: readonly string[]): Promise<void> {
  for (const vault of vaults)
    await store.db
      .insertInto('lease')
      .values({ vault, epoch: 1, server, since: sql<Date>`now() - interval '1 minute'` })
      .execute()
}

async function standbys(store: Postgres): Promise<Record<string, string | null>> {
  const rows = await store.db.selectFrom('lease').select(['vault', 'standby']).orderBy('vault').execute()
  return Object.fromEntries(rows.map(({ vault, standby }) => [vault, standby]))
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'servers that stand by', () => {
  test('share what others serve evenly, and each vault is prepared by one of them, once', () =>
    withPostgres(async (store) => {
      await join(store, 'one', 'two', 'three', 'leaving')
      await store.db.updateTable('server').set({ is_draining: true }).where('id', '=', 'leaving').execute()
      await serve(store, 'one', 'a', 'b', 'c', 'd')
      await serve(store, null, 'nobody')
      const prepared: string[] = []
      const servers = ['one', 'two', 'three', 'leaving'].map((server) => {
        const prepare = (vault: string) => {
          prepared.push(`${vault} by ${server}`)
          return vault === 'c' ? Promise.reject(new Error('its folder is away')) : Promise.resolve()
        }
        return new Standby({ postgres: store, server, prepare, log, pace })
      })
      await until('all are prepared', async () => {
        const { count } = await store.db
          .selectFrom('lease')
          .select(sql<number>`count(prepared)::int`.as('count'))
          .executeTakeFirstOrThrow()
        return count === 4
      })
      const chosen = await standbys(store)
      expect(chosen).toMatchObject({ nobody: null })
      expect(Object.values(chosen).filter((server) => server === 'two')).toHaveLength(2)
      expect(Object.values(chosen).filter((server) => server === 'three')).toHaveLength(2)
      expect(prepared.sort()).toEqual(['a', 'b', 'c', 'd'].map((vault) => `${vault} by ${chosen[vault]}`))
      // One that is gone is replaced by who is left, and that one prepares anew.
      await store.db
        .updateTable('server')
        .set({ beat: sql`now() - interval '1 hour'` })
        .where('id', '=', 'three')
        .execute()
      await until('two prepares all', () =>
        ['a', 'b', 'c', 'd'].every((vault) => prepared.includes(`${vault} by two`)),
      )
      for (const server of servers) server.close()
    }))

  test('leave a vault whose folder they do not have to one that has it', () =>
    withPostgres(async (store) => {
      await join(store, 'one', 'two', 'three')
      await serve(store, 'one', 'a')
      await serve(store, 'three', 'x', 'y')
      const away = new VaultError('VAULT_UNAVAILABLE', 'Its folder is not there.', {})
      const [two, three] = [Promise.reject(away), Promise.resolve()].map((prepared, at) => {
        const server = ['two', 'three'][at]!
        prepared.catch(() => undefined)
        return new Standby({ postgres: store, server, prepare: () => prepared, log, pace })
      })
      await until('the other one stands by', async () => (await standbys(store))['a'] === 'three')
      two!.close()
      three!.close()
    }))

  test('bring an index up to date again once it is old', () =>
    withPostgres(async (store) => {
      await join(store, 'one', 'two')
      await serve(store, 'one', 'a')
      let times = 0
      const prepare = () => {
        times += 1
        return Promise.resolve()
      }
      const server = new Standby({
        postgres: store,
        server: 'two',
        prepare,
        log,
        pace: { ...pace, againAfter: 0 },
      })
      await until('it is prepared a third time', () => times > 2)
      server.close()
    }))

  test('are asked first for their vault, however much they hold; without one the least busy is', () =>
    withPostgres(async (store) => {
      const notices = await ClusterNotices.open(store, log)
      await join(store, 'one', 'two', 'three')
      await serve(store, 'two', 'x', 'y')
      await serve(store, 'one', 'z')
      await serve(store, null, 'a')
      const holder = { server: 'one', address: 'http://one' }
      const leases = new Leases({ postgres: store, notices, holder, log })
      expect(await leases.place('a')).toMatchObject({ address: 'http://three' })
      expect(await leases.place('never held')).toMatchObject({ address: 'http://three' })
      await store.db.updateTable('lease').set({ standby: 'two' }).where('vault', '=', 'a').execute()
      expect(await leases.place('a')).toMatchObject({ address: 'http://two', isHolder: false })
      expect(await leases.place('a', new Set(['http://two']))).toMatchObject({ address: 'http://three' })
      await leases.close()
      await notices.close()
    }))

  test('stand by no longer once they serve the vault', () =>
    withPostgres(async (store) => {
      const session = await LeaseSession.open(store, { server: 'two', address: 'http://two' })
      await serve(store, null, 'a', 'b')
      await store.db
        .updateTable('lease')
        .set({ standby: sql`case vault when 'a' then 'two' else 'three' end`, prepared: far })
        .execute()
      for (const vault of ['a', 'b']) await session.take(vault, { server: 'two', address: 'http://two' })
      const rows = await store.db
        .selectFrom('lease')
        .select(['vault', 'standby', 'prepared'])
        .orderBy('vault')
        .execute()
      expect(rows).toEqual([
        { vault: 'a', standby: null, prepared: null },
        { vault: 'b', standby: 'three', prepared: expect.any(Date) },
      ])
      await session.close()
    }))
})
