import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { dataError } from '../model/data-fault.ts'
import { identityOf, identityOfLog } from './database-files.ts'
import { keepDatabasePrivate } from './keep-private.ts'
import { ownFolder } from './make-private-folder.ts'
import { renameFileSync } from './rename-file.ts'
import { whyNotOpened } from './why-not-opened.ts'

/** What an attempt on the file came to: `busy` when another process is just writing it, or mending it. */
export type Attempt<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'busy' }

interface SmallDatabaseOptions {
  /** `CREATE TABLE IF NOT EXISTS …` */
  readonly schema: string
  /** Others' writes take microseconds: while SQLite waits for them the event loop stands. */
  readonly busyMs: number
  /** What cannot be done while the file cannot be used, where the machine does not tell why. */
  readonly otherwise: { readonly message: string; readonly hint: string }
}

const mendingTimeoutMs = 5000

/**
 * A file of flint's own for what processes tell each other and none needs to keep: opened on first use, opened again when
 * someone deleted or replaced it, moved aside and made again when it is corrupt. It is never synced.
 */
export class SmallDatabase {
  readonly #path: string
  readonly #options: SmallDatabaseOptions
  #database: Database.Database | null = null
  #identity = ''
  #isClosed = false

  constructor(path: string, options: SmallDatabaseOptions) {
    this.#path = path
    this.#options = options
  }

  /** Fails with `INDEX_UNAVAILABLE` where the folder cannot be written, or SQLite not be loaded. */
  attempt<T>(run: (database: Database.Database) => T): Attempt<T> {
    try {
      return { kind: 'done', value: run(this.#open()) }
    } catch (error) {
      if (isBusy(error)) return { kind: 'busy' }
      if (!isCorruption(error)) throw dataError(whyNotOpened(error), this.#options.otherwise)
      this.#closeDatabase()
      mend(this.#path, this.#options.busyMs)
      return { kind: 'busy' }
    }
  }

  /** Tells what others find from what took its place. */
  identity(): string {
    return `${identityOf(this.#path)},${identityOfLog(this.#path)}`
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
    if (this.#database !== null && this.identity() === this.#identity) return this.#database
    this.#closeDatabase()
    ownFolder(dirname(this.#path))
    const database = new Database(this.#path, { timeout: this.#options.busyMs })
    keepDatabasePrivate(this.#path)
    try {
      // Before anything is written: what makes the file would wait for the disk, too.
      database.pragma('synchronous = OFF')
      database.pragma('journal_mode = WAL')
      database.exec(this.#options.schema)
    } catch (error) {
      database.close()
      throw error
    }
    this.#identity = this.identity()
    this.#database = database
    return database
  }
}

/** One process mends at a time, and looks again first: another may have put a sound file there meanwhile. */
function mend(path: string, busyMs: number): void {
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
    if (!isSound(path, busyMs)) for (const suffix of ['-wal', '-shm', '']) moveAside(`${path}${suffix}`)
  } finally {
    rmSync(mark, { force: true })
  }
}

function moveAside(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return
  rmSync(`${path}.corrupt`, { force: true })
  renameFileSync(path, `${path}.corrupt`)
}

function isSound(path: string, busyMs: number): boolean {
  try {
    const database = new Database(path, { timeout: busyMs })
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
