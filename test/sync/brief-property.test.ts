import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { countNotes, readState } from '../../src/index-db/indexed-state.ts'
import { openIndexForReading } from '../../src/index-db/open-index.ts'
import { BriefThread } from '../../src/sync/brief-thread.ts'
import { Sync } from '../../src/sync/sync.ts'
import { startSyncWorker, type IndexThread } from '../../src/sync/sync-worker.ts'
import { cutAll } from '../support/cut-all.ts'
import { checkIndex, dumpIndex } from '../support/dump-index.ts'
import { times } from '../support/long.ts'
import { notePath, outsideOperations, text } from '../support/vault-operations.ts'
import { withFolder } from '../support/with-folder.ts'

// `FLINT_PROPERTY_RUNS=1000` looks for longer, `FC_SEED=…` elsewhere.
const runs = Number(process.env['FLINT_PROPERTY_RUNS'] ?? times(8, 60))
const seed = Number(process.env['FC_SEED'] ?? 3)

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Brings an index in step with the vault and closes it, all that only saves time included. */
async function look(root: string, indexFile: string, thread: IndexThread): Promise<void> {
  const options = { root, indexFile, identity: folderIdentity(root) ?? '', ignore: [], excluded: [] }
  const events = { onOpen: quiet, onChanged: quiet, onFailed: quiet }
  const sync = new Sync({ nestedVaults: [], ...options }, events, log, thread)
  await sync.scan()
  // Where much is missing at once a second look follows.
  await expect.poll(() => sync.progress.state, { timeout: 30_000 }).toBe('ready')
  const isTidy = () => {
    const db = openIndexForReading(indexFile)
    const tidy = readState(db, 'tidy')
    db.close()
    return tidy !== 'no'
  }
  await expect.poll(isTidy, { timeout: 30_000 }).toBe(true)
  await sync.close()
}

test(
  `after any changes between commands the index equals one built from nothing (seed ${seed})`,
  { timeout: runs * 8_000 },
  async () => {
    const changes = fc.array(fc.oneof(...outsideOperations), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant({}), fc.dictionary(notePath, text, { minKeys: 1, maxKeys: 6 })),
        fc.array(changes, { minLength: 2, maxLength: 8 }),
        async (notes, rounds) => {
          const files = Object.fromEntries(
            Object.entries(notes).map(([path, said]) => [`vault/${path}`, said]),
          )
          await withFolder({ 'vault/': '', ...files }, async (folder) => {
            const [root, indexFile] = [join(folder, 'vault'), join(folder, 'index.sqlite')]
            await look(root, indexFile, startSyncWorker())
            for (const steps of rounds) {
              for (const { run } of steps) await run({ at: (path) => join(root, path) })
              await look(root, indexFile, new BriefThread())
            }
            const fresh = join(folder, 'fresh.sqlite')
            await look(root, fresh, startSyncWorker())
            cutAll(indexFile)
            cutAll(fresh)
            // Of a vault that has lost all of its notes nothing is believed.
            if (hasNotes(fresh)) expect(dumpIndex(indexFile)).toEqual(dumpIndex(fresh))
            expect(checkIndex(indexFile)).toEqual([])
          })
        },
      ),
      { seed, numRuns: runs, endOnFailure: true },
    )
  },
)

function hasNotes(indexFile: string): boolean {
  const db = openIndexForReading(indexFile)
  const count = countNotes(db)
  db.close()
  return count > 0
}
