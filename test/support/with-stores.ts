import { ownStores, type VaultStores } from '../../src/vault/vault-stores.ts'

export type StoresKind = 'own' | 'postgres'

/** Those of the vaults of this run: the project `on-postgres` of vitest.config.ts runs files a second time. */
export const usualKind: StoresKind = process.env['FLINT_STORES'] === 'postgres' ? 'postgres' : 'own'

export interface TestStores {
  readonly kind: StoresKind
  /** A vault's stores, the same ones until they are released. */
  readonly open: (vault: string) => Promise<VaultStores>
  /** Gives every vault free for another server. */
  readonly release: () => Promise<void>
  /** Of the database; null where there is none. */
  readonly url: string | null
}

const own: TestStores = {
  kind: 'own',
  open: () => Promise.resolve(ownStores),
  release: () => Promise.resolve(),
  url: null,
}

// It adds a hook of its own, which cannot be done while a test runs.
const postgres = usualKind === 'postgres' ? await import('./postgres-stores.ts') : null

/** The stores of a server on its own, or of one of several: then in a database of the test's own. */
export async function withStores(
  use: (stores: TestStores) => Promise<void>,
  kind: StoresKind = usualKind,
): Promise<void> {
  if (kind === 'own') await use(own)
  else await (postgres ?? (await import('./postgres-stores.ts'))).withPostgresStores(use)
}
