import { clusterStores } from '../../src/cluster/cluster-stores.ts'
import { PostgresVectorCache } from '../../src/cluster/postgres-vector-cache.ts'
import type { LeaseConnection } from '../../src/postgres/lease-connection.ts'
import { LeaseSession } from '../../src/postgres/lease-session.ts'
import type { VaultStores } from '../../src/vault/vault-stores.ts'
import { until } from './until.ts'
import { withPostgres } from './with-postgres.ts'
import type { TestStores } from './with-stores.ts'

const server = { server: 'test', address: 'http://test' }

/** Takes the lease of a vault, once who held it is gone. */
export async function takeLease(session: LeaseSession, vault: string): Promise<LeaseConnection> {
  let lease = await session.take(vault, server)
  await until(`the vault ${vault} is free`, async () => {
    lease ??= await session.take(vault, server)
    return lease !== null
  })
  if (lease === null) throw new Error('It is free and cannot be had.')
  return lease
}

/** Stores as one of several servers has them, in a database of the test's own. */
export async function withPostgresStores(use: (stores: TestStores) => Promise<void>): Promise<void> {
  await withPostgres(async (store, url) => {
    const opened = new Map<string, Promise<VaultStores>>()
    let session: Promise<LeaseSession> | null = null
    const vectors = new PostgresVectorCache(store, () => new Date())
    const take = async (vault: string) => {
      session ??= LeaseSession.open(store, server)
      return clusterStores(store, await takeLease(await session, vault), vectors, null)
    }
    const release = async () => {
      opened.clear()
      const ending = session
      session = null
      await (await ending)?.close()
    }
    try {
      await use({
        kind: 'postgres',
        url,
        release,
        open(vault) {
          const stores = opened.get(vault) ?? take(vault)
          opened.set(vault, stores)
          return stores
        },
      })
    } finally {
      await release()
    }
  })
}
