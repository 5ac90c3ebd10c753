import type Database from 'better-sqlite3'
import { identityOf, isRefused } from '../index-db/open-index.ts'
import { isBusy } from '../own-files/small-database.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import type { CheckedStep } from './check-changes.ts'
import { busy, cannotBeMended, cannotBeOpened, cannotBeUsed, cannotKeep, damaged } from './history-errors.ts'
import { readDamages, type HistoryDamage } from './history-damage.ts'
import { historyFileIn, isHistoryDamage, NotAsWritten, openHistoryFile } from './history-file.ts'
import {
  addChange,
  toStep,
  type ChangeOrigin,
  type ChangeRow,
  type PathsRow,
  type StepRow,
} from './history-rows.ts'
import { packedTexts } from './kept-texts.ts'
import { mendHistory } from './mend-history.ts'
import type { RecordedChange, RecordedStep, StepPaths } from './recorded-change.ts'
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts'

export interface ChangeLimits {
  /** 0 keeps them for ever. */
  readonly maxAgeDays: number
  readonly maxSizeMb: number
}

interface ListedRow extends ChangeRow {
  readonly files: number
}

const changeColumns = `id, time, tool, state, reached, undoes, pid, actor,
  (SELECT count(*) FROM changed_file WHERE change = change.id) AS files`

const reaching = new KeptStatement<[number, string]>('UPDATE change SET reached = ? WHERE id = ?')
const finishing = new KeptStatement<[string]>("UPDATE change SET state = 'done' WHERE id = ?")
const whatIsBegun = new KeptStatement<[], ListedRow>(
  `SELECT ${changeColumns} FROM change WHERE state = 'begun' ORDER BY id DESC`,
)
const newest = new KeptStatement<[], Pick<ChangeRow, 'state'>>(
  'SELECT state FROM change ORDER BY id DESC LIMIT 1',
)

/**
 * What every write replaced, so that it can be undone, and the journal of the write in progress. It lies beside the
 * index in a file of its own: the index may be deleted at any time, this may not. Damage is handled under the vault's
 * lock; until then a history that is damaged or cannot be opened is INDEX_UNAVAILABLE.
 */
export class History {
  readonly #folder: string
  readonly #log: Log
  #db: Database.Database | null = null
  #writeAhead: WriteAheadLog | null = null
  #identity: string | null = null
  #isDamaged = false

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
  }

  /** Whether `open` is needed: another process has replaced the file, or this one has met damage. */
  get needsCare(): boolean {
    return this.#db === null || this.#isDamaged || identityOf(this.#file) !== this.#identity
  }

  /** Whether it has met damage that is not set aside yet. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Opens the history, or the file that has replaced it. Call it only under the vault's lock. */
  async open(): Promise<void> {
    if (!this.needsCare) return
    await this.caringly(async () => {
      if (!this.needsCare) return
      this.close()
      await this.#openFile()
    })
  }

  /**
   * Runs work. If that meets damage, sets the file aside, keeps what can still be read and runs the work once more.
   * Call it only under the vault's lock.
   */
  async caringly<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#isDamaged) await this.#mend()
    try {
      return await work()
    } catch (error) {
      if (!this.isDamaged) throw error
      await this.#mend()
      return await work()
    }
  }

  /** The damaged histories of this vault that were set aside, newest first. */
  damages(): readonly HistoryDamage[] {
    return readDamages(this.#folder)
  }

  /** Reads everything: otherwise damage shows only when that very change is undone. */
  async verify(): Promise<void> {
    const ids = this.#run((db) => {
      const answer = db.pragma('quick_check(1)', { simple: true })
      if (answer !== 'ok') throw new NotAsWritten(String(answer))
      return db.prepare<[], number>('SELECT DISTINCT change FROM changed_file').pluck().all()
    })
    for (const id of ids) await this.steps(String(id))
  }

  /** Records what is about to be replaced: once this resolves, no loss of power loses it. */
  async begin(origin: ChangeOrigin, steps: readonly CheckedStep[]): Promise<string> {
    const id = await this.record(origin, steps)
    await this.synced()
    return id
  }

  /**
   * Records what is about to be replaced: no end of this process loses it, and no loss of power once `synced` has
   * resolved. Returns the caller's `change_id`. Call it only under the vault's lock.
   */
  async record(origin: ChangeOrigin, steps: readonly CheckedStep[]): Promise<string> {
    const texts = await Promise.all(steps.map(({ change }) => packedTexts(change)))
    try {
      return await this.caringly(() => this.#run((db) => addChange(db, origin, steps, texts)))
    } catch (error) {
      throw cannotKeep(error instanceof VaultError ? error.cause : error)
    }
  }

  /** Resolves once no loss of power loses what was recorded before. Another thread waits for the disk. */
  async synced(): Promise<void> {
    try {
      await this.#writeAhead?.sync()
    } catch (error) {
      throw cannotKeep(error)
    }
  }

  /**
   * Lets the steps up to `end` begin. False when the change is no longer known because another process has rolled it
   * back.
   */
  reach(id: string, end: number): boolean {
    return this.#run((db) => reaching.on(db).run(end, id).changes) === 1
  }

  /** Marks the change as done. False when it is no longer known. */
  finish(id: string): boolean {
    return this.#run((db) => finishing.on(db).run(id).changes) === 1
  }

  /** Drops a change of which nothing is on disk. */
  abandon(id: string): void {
    this.#write('DELETE FROM change WHERE id = ?', id)
  }

  /** Keeps only these steps of a change: the ones that are on disk, or that others have changed since. */
  keep(id: string, positions: readonly number[]): void {
    this.#run((db) => {
      db.transaction(() => {
        db.prepare("UPDATE change SET state = 'kept' WHERE id = ?").run(id)
        db.prepare(
          'DELETE FROM changed_file WHERE change = ? AND position NOT IN (SELECT value FROM json_each(?))',
        ).run(id, JSON.stringify(positions))
      }).immediate()
    })
  }

  /** Changes that were begun and not finished, newest first. */
  begun(): readonly RecordedChange[] {
    return this.#run((db) => whatIsBegun.on(db).all()).map((row) => this.#toChange(row))
  }

  /** Whether the newest change is unfinished. No older one can be, as taking the write lock settles it. */
  isCutOff(): boolean {
    return this.#run((db) => newest.on(db).get())?.state === 'begun'
  }

  find(id: string): RecordedChange | null {
    const sql = `SELECT ${changeColumns} FROM change WHERE id = CAST(? AS INTEGER)`
    const number = /^\d{1,15}$/.test(id) ? id : '0'
    const row = this.#run((db) => db.prepare<[string], ListedRow>(sql).get(number))
    return row === undefined ? null : this.#toChange(row)
  }

  /** Changes newest first, and how many there are on all pages. */
  list({ since, actor = null, ids = null, limit, offset }: ListedPage): {
    readonly changes: readonly RecordedChange[]
    readonly total: number
  } {
    const chosen = `FROM change WHERE state <> 'begun' AND time >= :since
      AND (:actor IS NULL OR :actor IN (coalesce(actor, 'unknown'), substr(actor, instr(actor, ' ') + 1)))
      AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))`
    const values = { since: since ?? '', actor, ids: ids && JSON.stringify(ids.map(Number)) }
    const page = `SELECT ${changeColumns} ${chosen} ORDER BY id DESC LIMIT :limit OFFSET :offset`
    const rows = this.#run((db) => db.prepare<[object], ListedRow>(page).all({ ...values, limit, offset }))
    const count = `SELECT count(*) ${chosen}`
    const total = this.#run((db) => Number(db.prepare<[object]>(count).pluck().get(values)))
    return { changes: rows.map((row) => this.#toChange(row)), total }
  }

  /** The steps of a change in order, at most `limit`. */
  async steps(id: string, limit = -1): Promise<readonly RecordedStep[]> {
    const sql = 'SELECT * FROM changed_file WHERE change = ? ORDER BY position LIMIT ?'
    const rows = this.#run((db) => db.prepare<[string, number], StepRow>(sql).all(id, limit))
    const steps: RecordedStep[] = []
    try {
      for (const row of rows) steps.push(await toStep(row))
    } catch (error) {
      throw this.#explained(error, (cause) => cause)
    }
    return steps
  }

  /** The paths of a change's steps without their texts, at most `limit`. */
  paths(id: string, limit = -1): readonly StepPaths[] {
    const sql = 'SELECT kind, path, moved_to FROM changed_file WHERE change = ? ORDER BY position LIMIT ?'
    const rows = this.#run((db) => db.prepare<[string, number], PathsRow>(sql).all(id, limit))
    return rows.map(({ kind, path, moved_to: movedTo }) => ({ kind, path, movedTo }))
  }

  /** The last step before a moment that touched a path under this name, not counting folder moves. */
  lastStepAt(path: string, before: StepPlace): FoundStep | null {
    return this.#found(
      `SELECT change, position, kind, path, moved_to FROM changed_file
       WHERE (path = ? OR moved_to = ?) AND (change < ? OR change = ? AND position < ?)
       ORDER BY change DESC, position DESC LIMIT 1`,
      [path, path, before.change, before.change, before.position],
    )
  }

  /** The next step after a moment that moved a file away from a path. */
  nextMoveFrom(path: string, after: StepPlace): FoundStep | null {
    return this.#found(
      `SELECT change, position, kind, path, moved_to FROM changed_file
       WHERE path = ? AND kind = 'move' AND (change > ? OR change = ? AND position > ?)
       ORDER BY change, position LIMIT 1`,
      [path, after.change, after.change, after.position],
    )
  }

  /** The next step after a moment that touched what lies at a path, not counting folder moves. */
  nextStepAt(path: string, after: StepPlace): FoundStep | null {
    return this.#found(
      `SELECT change, position, kind, path, moved_to FROM changed_file
       WHERE path = ? AND kind <> 'move-folder' AND (change > ? OR change = ? AND position > ?)
       ORDER BY change, position LIMIT 1`,
      [path, after.change, after.change, after.position],
    )
  }

  /** Every move of a folder, newest first. */
  folderMoves(): readonly FoundStep[] {
    const sql = `SELECT change, position, kind, path, moved_to FROM changed_file
      WHERE moved_to IS NOT NULL AND kind = 'move-folder' ORDER BY change DESC, position DESC`
    return this.#run((db) => db.prepare<[], FoundRow>(sql).all()).map(toFound)
  }

  /** Drops the oldest changes beyond the limits of the vault's settings. One in progress stays. */
  prune({ maxAgeDays, maxSizeMb }: ChangeLimits, now: Date): void {
    const oldest = new Date(now.getTime() - maxAgeDays * 86_400_000).toISOString()
    if (maxAgeDays > 0) this.#write("DELETE FROM change WHERE time < ? AND state <> 'begun'", oldest)
    const firstToDrop = this.#run((db) => {
      const newestFirst = db.prepare<[], { change: number; size: number }>(
        `SELECT change, sum(coalesce(length(before_text), 0) + coalesce(length(written), 0)) AS size
         FROM changed_file GROUP BY change ORDER BY change DESC`,
      )
      let total = 0
      for (const { change, size } of newestFirst.iterate()) {
        total += size
        if (total > maxSizeMb * 1_000_000) return change
      }
      return null
    })
    if (firstToDrop !== null)
      this.#write("DELETE FROM change WHERE id <= ? AND state <> 'begun'", firstToDrop)
  }

  close(): void {
    this.#writeAhead?.close()
    this.#writeAhead = null
    this.#db?.close()
    this.#db = null
    this.#identity = null
  }

  get #file(): string {
    return historyFileIn(this.#folder)
  }

  async #openFile(): Promise<void> {
    try {
      this.#db = await openHistoryFile(this.#folder)
      this.#writeAhead = openWriteAheadLog(this.#db)
      this.#identity = identityOf(this.#file)
    } catch (error) {
      throw this.#explained(error, cannotBeOpened)
    }
  }

  async #mend(): Promise<void> {
    const there = identityOf(this.#file)
    // Another process may have set it aside meanwhile, or somebody removed it.
    const isGone = there === null || (this.#identity !== null && there !== this.#identity)
    this.close()
    if (!isGone) {
      try {
        const { kept, lost } = await mendHistory(this.#folder, new Date())
        const file = this.damages()[0]?.file
        this.#log.error('the change history was damaged and was put aside', { file, kept, lost })
      } catch (error) {
        throw cannotBeMended(error)
      }
    }
    this.#isDamaged = false
    await this.#openFile()
  }

  #found(sql: string, values: readonly (string | number)[]): FoundStep | null {
    const row = this.#run((db) => db.prepare<(string | number)[], FoundRow>(sql).get(...values))
    return row === undefined ? null : toFound(row)
  }

  /** Returns how many rows it has changed. */
  #write(sql: string, ...values: readonly (string | number)[]): number {
    return this.#run((db) => db.prepare(sql).run(...values).changes)
  }

  #run<T>(work: (db: Database.Database) => T): T {
    if (this.#db === null) throw this.#isDamaged ? damaged() : cannotBeOpened()
    try {
      return work(this.#db)
    } catch (error) {
      throw this.#explained(error, (cause) => (isRefused(cause) ? cannotBeUsed(cause) : cause))
    }
  }

  #explained(error: unknown, otherwise: (cause: unknown) => unknown): unknown {
    if (isHistoryDamage(error)) {
      this.#isDamaged = true
      return damaged(error)
    }
    if (isBusy(error)) return busy(error)
    return error instanceof VaultError ? error : otherwise(error)
  }

  #toChange({ id, undoes, ...row }: ListedRow): RecordedChange {
    return {
      ...row,
      id: String(id),
      undoes: undoes === null ? null : String(undoes),
      undoneBy: this.#undoneBy(id),
    }
  }

  /** An undo that was itself undone does not count. */
  #undoneBy(id: number): string | null {
    const sql = "SELECT id FROM change WHERE undoes = ? AND state = 'done' ORDER BY id DESC"
    const undos = this.#run((db) => db.prepare<[number], Pick<ChangeRow, 'id'>>(sql).all(id))
    const undo = undos.find((found) => this.#undoneBy(found.id) === null)
    return undo === undefined ? null : String(undo.id)
  }
}

/** Which changes are listed. */
interface ListedPage {
  /** ISO 8601 in UTC; from the beginning where it is null. */
  readonly since: string | null
  /** Whole (`client claude-code`), without its kind, or `unknown`; everybody's when left out. */
  readonly actor?: string | null | undefined
  /** Only these; all when left out. */
  readonly ids?: readonly string[] | null
  readonly limit: number
  readonly offset: number
}

/** Where in the history a step stands. */
export interface StepPlace {
  readonly change: number
  readonly position: number
}

export interface FoundStep extends StepPlace, StepPaths {}

type FoundRow = StepPlace & PathsRow

function toFound({ moved_to: movedTo, ...row }: FoundRow): FoundStep {
  return { ...row, movedTo }
}
