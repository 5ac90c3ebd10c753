import { openVault } from '../../src/vault/open-vault.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'
import { cutAll } from './cut-all.ts'
import { dumpIndex } from './dump-index.ts'
import { until } from './until.ts'

/** What an index says that is built now, in a folder in which nothing was, of the vault as it is on disk; its notes are cut. */
export async function indexFromNothing(
  vault: Pick<VaultContext, 'id' | 'name' | 'root'>,
  dataFolder: string,
  withinMs = 30_000,
): Promise<readonly string[]> {
  const silent = () => undefined
  const fresh = await openVault({
    known: {
      id: vault.id,
      name: vault.name,
      root: vault.root,
      description: '',
      lastUsed: null,
      source: 'registered',
      registered: true,
      aliases: [],
      isDeclared: true,
    },
    nestedVaults: [],
    outerVaults: [],
    dataFolder,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    now: () => new Date(),
  })
  await until('the new index is ready', () => fresh.index.freshness.state === 'ready', { withinMs })
  await fresh.close()
  cutAll(fresh.indexFile)
  return dumpIndex(fresh.indexFile)
}
