import Database from 'better-sqlite3'
import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { keepDatabasePrivate } from '../own-files/keep-private.ts'
import { ownFolder } from '../own-files/make-private-folder.ts'
import { renameFileSync } from '../own-files/rename-file.ts'

export type IndexDatabase = Database.Database

/** What the writer keeps of the index in memory while a vault is served; filling an index is worth more. */
export const writerCacheKb = 4_000

/** Why an index file was put aside: it is a cache, so a new one is filled in its place. */
export type IndexFault = 'damaged' | 'newer'

export interface OpenedIndex {
  readonly db: IndexDatabase
  /** What was wrong with the file found, which now lies beside it under another name; null where nothing was. */
  readonly putAside: IndexFault | null
}

/** Opens the index for writing, making or migrating it. Only the sync thread does so. */
export function openIndexForWriting(file: string): OpenedIndex {
  ownFolder(dirname(file))
  const fault = existsSync(file) ? migrateOrFault(file) : null
  if (fault !== null) putIndexAside(file, fault)
  const db = connect(file)
  migrate(db)
  return { db, putAside: fault }
}

/** A database of nobody's, for trying things. */
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

/** Renames a file that cannot be used, keeping the latest of its kind, so that a new one can be made. It may be gone. */
export function putIndexAside(file: string, fault: IndexFault): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  try {
    renameFileSync(file, `${file}.${fault}`)
  } catch (error) {
    if (existsSync(file)) throw error
  }
}

/** Tells one file at a path from another that took its place; null where there is none. */
export function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/** Whether SQLite could not do what it was asked for: the disk is full, say, or the file damaged. */
export function isRefused(error: unknown): boolean {
  return error instanceof Database.SqliteError
}

/** Whether SQLite says that the file is not what it should be. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(error.code)
}

/**
 * Whether a query failed because another connection was just making an index: SQLite begins anew by itself, but not where
 * it was opening a full-text table.
 */
export function isSchemaChange(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_SCHEMA'
}

/** Whether a query failed because of the file: SQLite says so, or the file has lost what every index has. */
export function isFaultOfIndex(error: unknown, db: IndexDatabase): boolean {
  if (isCorruption(error)) return true
  if (isSchemaChange(error)) return false
  if (!(error instanceof Database.SqliteError)) return false
  // All that SQLite says of a full-text table whose own pages cannot be read.
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
  // Notes are longer than SQLite's usual page of 4 kB: with larger ones filling the index takes a third less.
  db.pragma('page_size = 16384')
  db.pragma('journal_mode = WAL')
  // The index can be made again from the notes: after a power cut a few commits may be missing, never half of one.
  db.pragma('synchronous = NORMAL')
  db.pragma(`cache_size = -${writerCacheKb}`)
  return db
}

function migrateOrFault(file: string): IndexFault | null {
  try {
    const db = connect(file)
    try {
      const version = Number(db.pragma('user_version', { simple: true }))
      if (version > migrations.length) return 'newer'
      migrate(db)
      return null
    } finally {
      db.close()
    }
  } catch (error) {
    if (isDamage(error)) return 'damaged'
    throw error
  }
}

function migrate(db: IndexDatabase): void {
  // Immediate: of several processes that open a new index at once, one migrates and the others find it done.
  db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }))
    for (const statements of migrations.slice(version)) db.exec(statements)
    db.pragma(`user_version = ${migrations.length}`)
  }).immediate()
}
