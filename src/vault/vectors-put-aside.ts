import { existsSync, rmSync } from 'node:fs'
import type { VectorCache } from '../embed/vector-cache.ts'
import { asideFile, isOfNewer, openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'
import { readVectors } from '../index-db/vector-tables.ts'
import { removeLog } from '../own-files/database-files.ts'

/**
 * The vectors of an index that an earlier version of flint put aside, as a newer one had made it; null where there is none. So
 * nothing is embedded again for who uses two versions in turn. It is removed once a version that can read all of it has what it needs.
 */
export function vectorsPutAside(indexFile: string): VectorCache | null {
  const file = asideFile(indexFile, 'newer')
  if (!existsSync(file)) return null
  const read = <Result>(use: (db: IndexDatabase) => Result): Result => {
    const db = openIndexForReading(file)
    try {
      return use(db)
    } finally {
      db.close()
    }
  }
  return {
    find: (model, hashes) =>
      new Promise((resolve) => {
        resolve(existsSync(file) ? read((db) => readVectors(db, model, hashes)) : [])
      }),
    keep: () => Promise.resolve(),
    settled() {
      try {
        if (!existsSync(file) || read(isOfNewer)) return
        rmSync(file, { force: true })
        removeLog(file)
      } catch {
        // What cannot be read or removed stays: nobody waits for the room.
      }
    },
  }
}
