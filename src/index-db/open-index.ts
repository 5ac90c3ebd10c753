import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { removeLog } from '../own-files/database-files.ts'
import { keepDatabasePrivate } from '../own-files/keep-private.ts'
import { ownFolder } from '../own-files/make-private-folder.ts'
import { startLoading } from '../runtime/native-thread.ts'
import { renameFileSync } from '../own-files/rename-file.ts'

export type IndexDatabase = Database.Database

/** The writer's page cache while a vault is served; filling an index uses more. */
export const writerCacheKb = 4_000

/** Why an index file was set aside. It is a cache, so a new one is filled in its place. */
export type IndexFault = 'damaged' | 'newer'

export interface OpenedIndex {
  readonly db: IndexDatabase
  /** What was wrong with the existing file, which now lies beside it under another name; null where nothing was. */
  readonly putAside: IndexFault | null
}

/** Opens the index for writing, and makes or migrates it. Only what keeps it in step with the folder does so. */
export function openIndexForWriting(file: string): OpenedIndex {
  ownFolder(dirname(file))
  const found = existsSync(file) ? openOrFault(file) : null
  if (found !== null && typeof found !== 'string') return { db: found, putAside: null }
  if (found === null) removeLog(file)
  else putIndexAside(file, found)
  const db = connect(file)
  migrate(db)
  return { db, putAside: found }
}

/**
 * For a thread that opens databases later, so that it can be ended at any time. What keeps SQLite from being loaded shows when one is
 * opened.
 */
export function loadSqlite(): void {
  const loaded = startLoading()
  try {
    openInMemory().close()
  } catch {
    // Told by who needs it.
  } finally {
    loaded()
  }
}

/** A temporary database in memory. */
export function openInMemory(): IndexDatabase {
  return new Database(':memory:')
}

/** Opens the index for queries. It must have been opened for writing before. */
export function openIndexForReading(file: string): IndexDatabase {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 })
  db.pragma('query_only = on')
  // Ranking a common word reads the same pages over and over: with 2 MB it takes twice as long.
  db.pragma('cache_size = -8000')
  return db
}

/** Where an index lies that could not be used. */
export function asideFile(file: string, fault: IndexFault): string {
  return `${file}.${fault}`
}

/** Renames an unusable file so that a new one can be made, keeping the latest of its kind. It may be gone already. */
export function putIndexAside(file: string, fault: IndexFault): void {
  removeLog(file)
  try {
    renameFileSync(file, asideFile(file, fault))
  } catch (error) {
    if (existsSync(file)) throw error
  }
}

/** Whether SQLite could not do what it was asked, for example because the disk is full or the file damaged. */
export function isRefused(error: unknown): boolean {
  return error instanceof Database.SqliteError
}

/** Whether SQLite says that the file is corrupt or not a database. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code)
}

/**
 * Whether a query failed because another connection was just making an index. SQLite retries by itself, but not while
 * opening a full-text table.
 */
export function isSchemaChange(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_SCHEMA'
}

/** Whether a query failed because of the file: SQLite says so, or the file lacks what every index has. */
export function isFaultOfIndex(error: unknown, db: IndexDatabase): boolean {
  if (isCorruption(error)) return true
  if (isSchemaChange(error)) return false
  if (!(error instanceof Database.SqliteError)) return false
  // SQLite says no more about a full-text table with unreadable pages.
  if (error.message.startsWith('vtable constructor failed')) return true
  try {
    return db.pragma('user_version', { simple: true }) !== migrations.length
  } catch {
    return true
  }
}

/** Corruption, or a statement that cannot even be prepared: a table is missing, or its first page unreadable. */
export function isDamage(error: unknown): boolean {
  return isCorruption(error) || (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')
}

function connect(file: string): IndexDatabase {
  const db = new Database(file, { timeout: 5_000 })
  // Before its log is made, which gets the permissions of the file.
  keepDatabasePrivate(file)
  // Notes are longer than SQLite's default page of 4 kB: with larger pages, filling the index takes a third less.
  db.pragma('page_size = 16384')
  // What these two write is a new file, of which nothing can be lost: it does not wait for the disk.
  db.pragma('synchronous = OFF')
  db.pragma('journal_mode = WAL')
  // The index can be rebuilt from the notes: after a power cut a few commits may be missing, never half of one.
  db.pragma('synchronous = NORMAL')
  db.pragma(`cache_size = -${writerCacheKb}`)
  return db
}

function openOrFault(file: string): IndexDatabase | IndexFault {
  let db: IndexDatabase | null = null
  try {
    db = connect(file)
    if (!isOfNewer(db)) {
      migrate(db)
      return db
    }
    db.close()
    return 'newer'
  } catch (error) {
    db?.close()
    if (isDamage(error)) return 'damaged'
    throw error
  }
}

/** Writes nothing to an index that is as it should be: a write takes a lock and waits for the disk. */
function migrate(db: IndexDatabase): void {
  if (versionOf(db) === migrations.length) return
  // Immediate: of several processes that open a new index at once, one migrates and the others find it done.
  db.transaction(() => {
    for (const statements of migrations.slice(versionOf(db))) db.exec(statements)
    db.pragma(`user_version = ${migrations.length}`)
  }).immediate()
}

/** Whether a newer version of flint made it. */
export function isOfNewer(db: IndexDatabase): boolean {
  return versionOf(db) > migrations.length
}

function versionOf(db: IndexDatabase): number {
  return Number(db.pragma('user_version', { simple: true }))
}
