import type { LeaseConnection } from '../postgres/lease-connection.ts'
import type { Postgres } from '../postgres/open-postgres.ts'
import type { SharedFolder } from '../vault/folder-mark.ts'
import type { VaultStores } from '../vault/vault-stores.ts'
import { PostgresHistory } from './postgres-history.ts'
import type { PostgresVectorCache } from './postgres-vector-cache.ts'

/** The stores of a vault for the server that holds its lease. The cache of vectors is one for all vaults. */
export function clusterStores(
  store: Postgres,
  lease: LeaseConnection,
  vectors: PostgresVectorCache,
  folder: SharedFolder | null,
): VaultStores {
  return { openHistory: () => new PostgresHistory(store, lease), vectors, right: lease, folder }
}
