import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { VaultError } from '../model/vault-error.ts'
import { keepDatabasePrivate } from '../own-files/keep-private.ts'
import { ownFolder } from '../own-files/make-private-folder.ts'
import { renameFileSync } from '../own-files/rename-file.ts'
import { dataError } from '../model/data-fault.ts'

/** What an attempt on the file came to: `busy` when another process is just writing it, or mending it. */
export type Attempt<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'busy' }

// Others' writes take microseconds; so short a wait never makes the event loop stand.
const busyTimeoutMs = 20
const mendingTimeoutMs = 5000

/**
 * `locks.sqlite` in a folder: opened on first use, opened again when someone deleted or replaced it, moved aside and
 * made again when it is corrupt. It is never synced: no holder survives a power failure.
 */
export class LocksFile {
  readonly #path: string
  #database: Database.Database | null = null
  #inode = 0n
  #isClosed = false

  constructor(folder: string) {
    this.#path = join(folder, 'locks.sqlite')
  }

  /** Fails with `INDEX_UNAVAILABLE` where the folder cannot be written, or SQLite not be loaded. */
  attempt<T>(run: (database: Database.Database) => T): Attempt<T> {
    try {
      return { kind: 'done', value: run(this.#open()) }
    } catch (error) {
      if (isBusy(error)) return { kind: 'busy' }
      if (!isCorruption(error)) throw unavailable(error)
      this.#closeDatabase()
      mend(this.#path)
      return { kind: 'busy' }
    }
  }

  /** Tells the file that others find from one that took its place. */
  identity(): bigint {
    return inodeOf(this.#path)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    this.#closeDatabase()
  }

  #closeDatabase(): void {
    this.#database?.close()
    this.#database = null
  }

  #open(): Database.Database {
    if (this.#database !== null && this.identity() === this.#inode) return this.#database
    this.#closeDatabase()
    ownFolder(dirname(this.#path))
    const database = new Database(this.#path, { timeout: busyTimeoutMs })
    keepDatabasePrivate(this.#path)
    try {
      database.pragma('journal_mode = WAL')
      database.pragma('synchronous = OFF')
      database.exec(`CREATE TABLE IF NOT EXISTS holder (
        name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
        host TEXT NOT NULL, beat INTEGER NOT NULL, wanted INTEGER NOT NULL DEFAULT 0) STRICT`)
    } catch (error) {
      database.close()
      throw error
    }
    this.#inode = inodeOf(this.#path)
    this.#database = database
    return database
  }
}

/** One process mends at a time, and looks again first: another may have put a sound file there meanwhile. */
function mend(path: string): void {
  const mark = `${path}.mending`
  try {
    closeSync(openSync(mark, 'wx', 0o600))
  } catch {
    if (Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > mendingTimeoutMs) {
      rmSync(mark, { force: true })
    }
    return
  }
  try {
    // The log first: beside a new file it would be taken for its own.
    if (!isSound(path)) for (const suffix of ['-wal', '-shm', '']) moveAside(`${path}${suffix}`)
  } finally {
    rmSync(mark, { force: true })
  }
}

function moveAside(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return
  rmSync(`${path}.corrupt`, { force: true })
  renameFileSync(path, `${path}.corrupt`)
}

function isSound(path: string): boolean {
  try {
    const database = new Database(path, { timeout: busyTimeoutMs })
    try {
      return database.pragma('quick_check(1)', { simple: true }) === 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    return !isCorruption(error)
  }
}

/** Another process is just writing the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code)
}

function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

function unavailable(cause: unknown): VaultError {
  return dataError(cause, {
    message: 'The locks of this vault cannot be kept, so it is not written.',
    hint: 'Look at the folder in which flint keeps its data, or name another one in FLINT_DATA_DIR.',
  })
}

function inodeOf(path: string): bigint {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? 0n
}
