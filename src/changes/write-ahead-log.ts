import type Database from 'better-sqlite3'
import { closeSync, fsync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../files/place-file.ts'

const synced = promisify(fsync)

// Windows syncs only what may be written.
const flags = process.platform === 'win32' ? 'r+' : 'r'

/**
 * The log of a database in which SQLite keeps what was written last. SQLite would sync it with each transaction, and the
 * thread that answers would stand still: here another thread waits for the disk. Only SQLite reads and writes it.
 */
export interface WriteAheadLog {
  /** Resolves once everything that was written before is on disk. */
  readonly sync: () => Promise<void>
  readonly close: () => void
}

/** Null for a database without such a log. As long as the database stays open the log keeps its file. */
export function openWriteAheadLog(db: Database.Database): WriteAheadLog | null {
  if (db.pragma('journal_mode', { simple: true }) !== 'wal') return null
  const file = openSync(`${db.name}-wal`, flags)
  // Of a file that was just made the name, too, must be on disk.
  let named: Promise<void> | null = null
  let isClosed = false
  return {
    async sync() {
      if (isClosed) throw new Error('The database was closed.')
      named ??= syncFolder(dirname(db.name))
      await Promise.all([named, synced(file)])
    },
    close() {
      if (!isClosed) closeSync(file)
      isClosed = true
    },
  }
}
