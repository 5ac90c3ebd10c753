import Database from 'better-sqlite3'
import { dirname } from 'node:path'
import { Coordination } from '../../src/locks/coordination.ts'
import { until } from './until.ts'
import { withVault, type Files, type Vaults } from './with-vault.ts'

export interface HalfIndexed extends Vaults {
  /** Has the index be one that is still being filled again, where a call has brought it up to date. */
  readonly unfill: () => void
}

/**
 * A vault whose index knows only the first of these files, because the process that should fill it holds the lease and
 * does nothing: as in the middle of a long first indexing.
 */
export async function withHalfIndexed(
  known: Files,
  unknown: Files,
  use: (vaults: HalfIndexed) => Promise<void>,
): Promise<void> {
  await withVault(known, async (vaults) => {
    const main = await vaults.hub.find('main')
    const vault = await vaults.hub.open(main.id)
    await until('the first files are indexed', () => vault.index.freshness.state === 'ready')
    const { indexFile } = vault
    const unfill = () => {
      const db = new Database(indexFile)
      db.prepare("DELETE FROM state WHERE name = 'filled'").run()
      db.close()
    }
    const coordination = new Coordination(dirname(indexFile))
    await vaults.restart(async () => {
      for (const [path, text] of Object.entries(unknown)) await vaults.write(path, text)
      coordination.tryAcquire('indexer')
      unfill()
    })
    try {
      await use({
        ...vaults,
        get hub() {
          return vaults.hub
        },
        unfill,
      })
    } finally {
      coordination.close()
    }
  })
}
