import { describe, expect, test } from 'vitest'
import { ClusterNotices } from '../../src/cluster/cluster-notices.ts'
import { Leases } from '../../src/cluster/leases.ts'
import { openPostgres } from '../../src/postgres/open-postgres.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withFewConnections, withPostgres } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const holder = { server: 'one', address: 'http://one' }

describe.skipIf(noPostgres !== null)(noPostgres ?? 'the leases of a server', () => {
  test('are spread over four connections, also where many vaults are asked for at once', () =>
    withPostgres(async (postgres) => {
      const notices = await ClusterNotices.open(postgres, log)
      const leases = new Leases({ postgres, notices, holder, log })
      try {
        const vaults = Array.from({ length: 20 }, (_, index) => `vault-${index}`)
        await Promise.all(vaults.map((vault) => leases.hold(vault)))
        expect(leases.held.toSorted()).toEqual(vaults.toSorted())
        const rows = await postgres.db
          .selectFrom('lease')
          .select(({ fn }) => ['session', fn.countAll<string>().as('held')])
          .groupBy('session')
          .execute()
        expect(rows.map(({ held }) => Number(held))).toEqual([5, 5, 5, 5])
      } finally {
        await leases.close()
        await notices.close()
      }
    }))

  test('share connections where PostgreSQL has no other left', () =>
    withFewConnections(4, async (url) => {
      const postgres = await openPostgres({ url, log })
      const notices = await ClusterNotices.open(postgres, log)
      const leases = new Leases({ postgres, notices, holder, log })
      try {
        for (const vault of ['a', 'b', 'c', 'd', 'e']) await leases.hold(vault)
        expect(leases.held).toHaveLength(5)
      } finally {
        await leases.close()
        await notices.close()
        await postgres.close()
      }
    }))
})
