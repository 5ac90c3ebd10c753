import type Database from 'better-sqlite3'
import { isRefused } from '../index-db/open-index.ts'
import { identityOf, identityOfLog } from '../own-files/database-files.ts'
import { isBusy } from '../own-files/small-database.ts'
import { whyNotOpened } from '../own-files/why-not-opened.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import type { Awaitable } from '../model/awaitable.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import type { CheckedStep } from './check-changes.ts'
import {
  busy,
  cannotBeMended,
  cannotBeOpened,
  cannotBeUsed,
  cannotKeep,
  damaged,
  ofLaterVersion,
} from './history-errors.ts'
import { giveAbove, idFromClock, lastGiven } from './given-ids.ts'
import type { ChangeLimits, History, ListedPage } from './history.ts'
import { readDamages, type HistoryDamage } from './history-damage.ts'
import {
  historyFileIn,
  isHistoryDamage,
  isHistoryLost,
  isOfLaterVersion,
  LaterVersion,
  NotAsWritten,
  openHistoryFile,
} from './history-file.ts'
import {
  addChange,
  toStep,
  type ChangeOrigin,
  type ChangeRow,
  type FoundRow,
  type ListedRow,
  toChange,
  toFound,
  toPaths,
  type PathsRow,
  type StepRow,
} from './history-rows.ts'
import { packedTexts } from './kept-texts.ts'
import { mendHistory } from './mend-history.ts'
import type { FoundStep, RecordedChange, RecordedStep, StepPaths, StepPlace } from './recorded-change.ts'
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts'

const changeColumns = `id, time, tool, state, reached, undoes, pid, actor,
  (SELECT count(*) FROM changed_file WHERE change = change.id) AS files`
const foundSteps = 'SELECT change, position, kind, path, moved_to FROM changed_file'

const reaching = new KeptStatement<[number, string]>('UPDATE change SET reached = ? WHERE id = ?')
const finishing = new KeptStatement<[string]>("UPDATE change SET state = 'done' WHERE id = ?")
const whatIsBegun = new KeptStatement<[], ListedRow>(
  `SELECT ${changeColumns} FROM change WHERE state = 'begun' ORDER BY id DESC`,
)
const newest = new KeptStatement<[], Pick<ChangeRow, 'id' | 'state'>>(
  'SELECT id, state FROM change ORDER BY id DESC LIMIT 1',
)

const doneUndos = new KeptStatement<[number], Pick<ChangeRow, 'id'>>(
  "SELECT id FROM change WHERE undoes = ? AND state = 'done' ORDER BY id DESC",
)

/**
 * A history beside the index in a file of its own: the index may be deleted at any time, this may not. Damage is handled
 * under the vault's lock; until then a history that is damaged or cannot be opened is INDEX_UNAVAILABLE.
 */
export class SqliteHistory implements History {
  readonly #folder: string
  readonly #log: Log
  #db: Database.Database | null = null
  #writeAhead: WriteAheadLog | null = null
  #identity: string | null = null
  #logIdentity: string | null = null
  #isDamaged = false
  #wasThere: boolean
  /** The file that was open last. */
  #opened: string | null = null
  /** The highest id that is known to have been given out: it never means another change. */
  #lastId = 0

  /** `wasThere` tells that the vault had a history before: then one that is gone or empty is damage, not a new one. */
  constructor(folder: string, log: Log, wasThere = false) {
    this.#folder = folder
    this.#log = log
    this.#wasThere = wasThere
  }

  get needsCare(): boolean {
    if (this.#db === null || this.#isDamaged || identityOf(this.#file) !== this.#identity) return true
    // Somebody deleted the log. Closing the history brings what is in it into the file.
    return identityOfLog(this.#file) !== this.#logIdentity
  }

  /** Whether it has met damage that is not set aside yet. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  async open(): Promise<void> {
    await this.caringly(async () => {
      // A newer flint may have migrated it meanwhile.
      if (!this.needsCare && !this.#run(isOfLaterVersion)) {
        this.#run((db) => {
          this.#keepIds(db, false)
        })
        return
      }
      this.close()
      await this.#openFile()
    })
  }

  async caringly<T>(work: () => Awaitable<T>): Promise<T> {
    if (this.#isDamaged) await this.#mend()
    try {
      return await work()
    } catch (error) {
      if (!this.isDamaged) throw error
      await this.#mend()
      return await work()
    }
  }

  damages(): readonly HistoryDamage[] {
    return readDamages(this.#folder)
  }

  async verify(): Promise<void> {
    const ids = this.#run((db) => {
      const answer = db.pragma('quick_check(1)', { simple: true })
      if (answer !== 'ok') throw new NotAsWritten(String(answer))
      return db.prepare<[], number>('SELECT DISTINCT change FROM changed_file').pluck().all()
    })
    for (const id of ids) await this.steps(String(id))
  }

  async record(origin: ChangeOrigin, steps: readonly CheckedStep[]): Promise<string> {
    const texts = await Promise.all(steps.map(({ change }) => packedTexts(change)))
    try {
      const id = await this.caringly(() => this.#run((db) => addChange(db, origin, steps, texts)))
      this.#lastId = Math.max(this.#lastId, Number(id))
      return id
    } catch (error) {
      const cause = error instanceof VaultError ? error.cause : error
      throw isBusy(cause) ? busy(cause) : cannotKeep(cause)
    }
  }

  /** Another thread waits for the disk. */
  async synced(): Promise<void> {
    try {
      await this.#writeAhead?.sync()
    } catch (error) {
      throw cannotKeep(error)
    }
  }

  reach(id: string, end: number): boolean {
    return this.#run((db) => reaching.on(db).run(end, id).changes) === 1
  }

  finish(id: string): boolean {
    return this.#run((db) => finishing.on(db).run(id).changes) === 1
  }

  abandon(id: string): void {
    this.#write('DELETE FROM change WHERE id = ?', id)
  }

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

  begun(): readonly RecordedChange[] {
    return this.#run((db) => whatIsBegun.on(db).all()).map((row) => this.#toChange(row))
  }

  isCutOff(): boolean {
    const last = this.#run((db) => newest.on(db).get())
    // Looked at every second, it tells which ids other processes give out.
    this.#lastId = Math.max(this.#lastId, last?.id ?? 0)
    return last?.state === 'begun'
  }

  find(id: string): RecordedChange | null {
    const sql = `SELECT ${changeColumns} FROM change WHERE id = CAST(? AS INTEGER)`
    const number = /^\d{1,15}$/.test(id) ? id : '0'
    const row = this.#run((db) => db.prepare<[string], ListedRow>(sql).get(number))
    return row === undefined ? null : this.#toChange(row)
  }

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

  paths(ids: readonly string[], limit = -1): ReadonlyMap<string, readonly StepPaths[]> {
    const sql = 'SELECT kind, path, moved_to FROM changed_file WHERE change = ? ORDER BY position LIMIT ?'
    return this.#run((db) => {
      const pathsOf = db.prepare<[string, number], PathsRow>(sql)
      return new Map(ids.map((id) => [id, pathsOf.all(id, limit).map(toPaths)]))
    })
  }

  lastStepAt(path: string, before: StepPlace): FoundStep | null {
    return this.#found(
      `WHERE (path = ? OR moved_to = ?) AND (change < ? OR change = ? AND position < ?)
       ORDER BY change DESC, position DESC LIMIT 1`,
      [path, path, before.change, before.change, before.position],
    )
  }

  nextMoveFrom(path: string, after: StepPlace): FoundStep | null {
    return this.#found(
      `WHERE path = ? AND kind = 'move' AND (change > ? OR change = ? AND position > ?)
       ORDER BY change, position LIMIT 1`,
      [path, after.change, after.change, after.position],
    )
  }

  nextStepAt(path: string, after: StepPlace): FoundStep | null {
    return this.#found(
      `WHERE path = ? AND kind <> 'move-folder' AND (change > ? OR change = ? AND position > ?)
       ORDER BY change, position LIMIT 1`,
      [path, after.change, after.change, after.position],
    )
  }

  folderMoves(): readonly FoundStep[] {
    const sql = `${foundSteps}
      WHERE moved_to IS NOT NULL AND kind = 'move-folder' ORDER BY change DESC, position DESC`
    return this.#run((db) => db.prepare<[], FoundRow>(sql).all()).map(toFound)
  }

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
    if (this.#wasThere && isHistoryLost(this.#folder)) await this.#setAside()
    try {
      this.#db = await openHistoryFile(this.#folder)
      this.#wasThere = true
      this.#writeAhead = openWriteAheadLog(this.#db)
      const there = identityOf(this.#file)
      this.#keepIds(this.#db, this.#opened !== null && this.#opened !== there)
      this.#identity = there
      this.#opened = there
      this.#logIdentity = identityOfLog(this.#file)
    } catch (error) {
      throw this.#explained(error, cannotBeOpened)
    }
  }

  /**
   * An older copy of the history that was put back gives out no id a second time: a caller may still hold it. Which ids
   * other processes gave out since the copy was made, nobody can tell.
   */
  #keepIds(db: Database.Database, isAnother: boolean): void {
    const last = lastGiven(db)
    if (!isAnother && last >= this.#lastId) {
      this.#lastId = last
      return
    }
    this.#lastId = Math.max(last, this.#lastId, idFromClock())
    giveAbove(db, this.#lastId)
    this.#log.warn('another change history has taken the place of the one in use', { above: this.#lastId })
  }

  async #mend(): Promise<void> {
    const there = identityOf(this.#file)
    // Another process may have set it aside meanwhile, or somebody removed it.
    const isGone = there === null || (this.#identity !== null && there !== this.#identity)
    this.close()
    if (!isGone) await this.#setAside()
    this.#isDamaged = false
    await this.#openFile()
  }

  async #setAside(): Promise<void> {
    try {
      const { kept, lost } = await mendHistory(this.#folder, new Date())
      // Its copy goes on counting where it was.
      this.#opened = null
      const file = this.damages()[0]?.file
      this.#log.error('the change history was damaged and was put aside', { file, kept, lost })
    } catch (error) {
      throw error instanceof LaterVersion ? ofLaterVersion(error) : cannotBeMended(error)
    }
  }

  #found(where: string, values: readonly (string | number)[]): FoundStep | null {
    const sql = `${foundSteps} ${where}`
    const row = this.#run((db) => db.prepare<(string | number)[], FoundRow>(sql).get(...values))
    return row === undefined ? null : toFound(row)
  }

  #write(sql: string, value: string | number): void {
    this.#run((db) => db.prepare(sql).run(value))
  }

  #run<T>(work: (db: Database.Database) => T): T {
    if (this.#db === null) throw this.#isDamaged ? damaged() : cannotBeOpened()
    try {
      return work(this.#db)
    } catch (error) {
      throw this.#explained(error, (cause) => (isRefused(cause) ? cannotBeUsed(cause) : cause))
    }
  }

  #explained(met: unknown, otherwise: (cause: unknown) => unknown): unknown {
    const error = whyNotOpened(met)
    if (isHistoryDamage(error)) {
      this.#isDamaged = true
      return damaged(error)
    }
    if (error instanceof LaterVersion) return ofLaterVersion(error)
    return isBusy(error) ? busy(error) : otherwise(error)
  }

  #toChange(row: ListedRow): RecordedChange {
    return toChange(row, (id) => this.#run((db) => doneUndos.on(db).all(id)).map((undo) => undo.id))
  }
}
