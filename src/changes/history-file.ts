import Database from 'better-sqlite3'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from '../own-files/small-database.ts'
import { isCorruption } from '../index-db/open-index.ts'
import { keepDatabasePrivate } from '../own-files/keep-private.ts'
import { ownFolder } from '../own-files/make-private-folder.ts'
import { renameFileSync } from '../own-files/rename-file.ts'

const busyForMs = 2_000

/** Each migrates a file from the version before; a released one is never edited. */
const versions: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    tool TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS changed_file (
    change INTEGER NOT NULL REFERENCES change(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    moved_to TEXT,
    before_text BLOB,
    before_hash TEXT,
    after_hash TEXT,
    PRIMARY KEY (change, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS change_by_time ON change(time);
  CREATE INDEX IF NOT EXISTS changed_file_by_path ON changed_file(path);`,
  `ALTER TABLE change ADD COLUMN reached INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE change ADD COLUMN undoes INTEGER;
  ALTER TABLE change ADD COLUMN pid INTEGER;
  ALTER TABLE changed_file ADD COLUMN mode INTEGER;
  ALTER TABLE changed_file ADD COLUMN made_folder TEXT;
  CREATE INDEX change_begun ON change(id) WHERE state = 'begun';
  CREATE INDEX change_by_undone ON change(undoes) WHERE undoes IS NOT NULL;
  CREATE INDEX changed_file_by_target ON changed_file(moved_to) WHERE moved_to IS NOT NULL;`,
  'ALTER TABLE changed_file ADD COLUMN written BLOB;',
  'ALTER TABLE change ADD COLUMN actor TEXT;',
]

/** The file of a vault's history in its folder. */
export function historyFileIn(folder: string): string {
  return join(folder, 'history.sqlite')
}

/** A repaired, complete copy of a damaged history that is about to take its place. */
export function mendedFileIn(folder: string): string {
  return `${historyFileIn(folder)}.new`
}

/** Whether a folder's history is gone or was emptied, as a crash of the machine can leave it. */
export function isHistoryLost(folder: string): boolean {
  const found = statSync(historyFileIn(folder), { throwIfNoEntry: false })
  return found === undefined ? !existsSync(mendedFileIn(folder)) : found.size === 0
}

/** Opens or makes the history in a folder. Waits for another process that is writing to it. */
export async function openHistoryFile(folder: string): Promise<Database.Database> {
  ownFolder(folder)
  const file = historyFileIn(folder)
  // A process was killed after it had set a damaged file aside.
  if (!existsSync(file) && existsSync(mendedFileIn(folder))) renameFileSync(mendedFileIn(folder), file)
  for (const giveUpAt = Date.now() + busyForMs; ;) {
    try {
      return openHistory(file)
    } catch (error) {
      // Of two processes that make the file at once, one gets this error whatever timeout SQLite is given.
      if (!isBusy(error) || Date.now() > giveUpAt) throw error
      await pause(5)
    }
  }
}

/** Opens or makes a history file of any name. */
export function openHistory(file: string): Database.Database {
  // Waiting for it blocks the thread, so SQLite itself waits only briefly.
  const db = new Database(file, { timeout: 50 })
  keepDatabasePrivate(file)
  try {
    if (isOfLaterVersion(db)) throw new LaterVersion()
    // Where a drive allows no write-ahead log, SQLite syncs each transaction; a log is synced by us.
    const mode = db.pragma('journal_mode = WAL', { simple: true })
    db.pragma(`synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`)
    db.pragma('foreign_keys = on')
    // It is written to and seldom read: the driver's default of 16 MB would fill with rows nobody asks for.
    db.pragma('cache_size = -1000')
    if (versionOf(db) < versions.length) {
      db.transaction(() => {
        for (const statements of versions.slice(versionOf(db))) db.exec(statements)
        db.pragma(`user_version = ${versions.length}`)
      }).immediate()
    }
    db.pragma('busy_timeout = 1000')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Thrown for a history in a format that this version does not know: it is neither written to nor replaced. */
export class LaterVersion extends Error {}

/** Whether a newer flint has written, or migrated, a history. */
export function isOfLaterVersion(db: Database.Database): boolean {
  return versionOf(db) > versions.length
}

/** Thrown for data that SQLite reads without complaint but that is not what was written. */
export class NotAsWritten extends Error {}

/** Whether the file is damaged. One that is busy, full or cannot be reached is not. */
export function isHistoryDamage(error: unknown): boolean {
  if (error instanceof NotAsWritten || isCorruption(error)) return true
  return error instanceof Database.SqliteError && /^no such (?:table|column)/.test(error.message)
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
