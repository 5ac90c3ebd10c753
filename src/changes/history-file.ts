import Database from 'better-sqlite3'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isBusy } from '../index-db/locks-file.ts'
import { isCorruption } from '../index-db/open-index.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import { isMissing } from '../files/read-text.ts'

const fileName = 'history.sqlite'
const busyForMs = 2_000

/** Each brings a file from the version before to its own; what a version has is never edited afterwards. */
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
]

/**
 * Opens, or makes, the history in a folder. A damaged one is kept beside it, for whoever can still read something in it,
 * and a new one begun. INDEX_UNAVAILABLE where the folder cannot be written: without a history nothing may be changed.
 */
export function openHistoryFile(folder: string, log: Log): Database.Database {
  try {
    mkdirSync(folder, { recursive: true })
    try {
      return openPatiently(folder)
    } catch (error) {
      if (!isCorruption(error)) throw error
      const aside = `${fileName}.damaged-${Date.now()}`
      for (const suffix of ['', '-wal', '-shm'])
        moveAside(join(folder, fileName + suffix), join(folder, aside + suffix))
      log.error('the change history was damaged: it was put aside and a new one begun', { file: aside })
      return open(folder)
    }
  } catch (error) {
    throw new VaultError(
      'INDEX_UNAVAILABLE',
      'The folder in which flint keeps the index and the history of this vault cannot be written.',
      { hint: 'Make room or mend its permissions, or name another one in FLINT_DATA_DIR.' },
      { cause: error },
    )
  }
}

/** Of two processes that make the file at once one is told that it is busy, whatever time SQLite is given to wait. */
function openPatiently(folder: string): Database.Database {
  for (const giveUpAt = Date.now() + busyForMs; ;) {
    try {
      return open(folder)
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

function open(folder: string): Database.Database {
  const db = new Database(join(folder, fileName), { timeout: 1_000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = on')
    // It is written to and seldom read: the 16 MB that the driver keeps by default would fill with what nobody asks for.
    db.pragma('cache_size = -1000')
    if (versionOf(db) < versions.length) {
      db.transaction(() => {
        for (const statements of versions.slice(versionOf(db))) db.exec(statements)
        db.pragma(`user_version = ${versions.length}`)
      }).immediate()
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

function moveAside(file: string, aside: string): void {
  try {
    renameSync(file, aside)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
