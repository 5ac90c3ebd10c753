import { dirname } from 'node:path'
import { Coordination } from '../../src/locks/coordination.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { until } from './until.ts'
import type { Vaults } from './with-vault.ts'

/**
 * Starts again on an indexed vault while somebody else holds its indexer's lease and does nothing with it: what changes in
 * the folder is then seen by nobody who does not look.
 */
export async function unwatched(vaults: Vaults, use: () => Promise<void>): Promise<void> {
  const open = async () => await vaults.hub.open('main' as VaultId)
  const indexed = await open()
  await until('the index is ready', () => indexed.index.freshness.state === 'ready')
  const others = new Coordination(dirname(indexed.indexFile))
  try {
    await vaults.restart(() => {
      others.tryAcquire('indexer')
      return Promise.resolve()
    })
    const vault = await open()
    await until('another one watches', () => vault.condition.watching === 'another process')
    await use()
  } finally {
    others.close()
  }
}
