import { join } from 'node:path'
import { SmallDatabase } from '../own-files/small-database.ts'

/** `locks.sqlite` in a folder. No holder survives a power failure, so that nothing of it need be on the disk. */
export function locksFileIn(folder: string): SmallDatabase {
  return new SmallDatabase(join(folder, 'locks.sqlite'), {
    schema: `CREATE TABLE IF NOT EXISTS holder (
      name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
      host TEXT NOT NULL, beat INTEGER NOT NULL, wanted INTEGER NOT NULL DEFAULT 0) STRICT`,
    busyMs: 20,
    otherwise: {
      message: 'The locks of this vault cannot be kept, so it is not written.',
      hint: 'Look at the folder in which flint keeps its data, or name another one in FLINT_DATA_DIR.',
    },
  })
}
