import type Database from 'better-sqlite3'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type ContentHash, isContentHash } from '../model/ids.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from './change-plan.ts'
import type { CheckedStep } from './check-changes.ts'
import type { RecordedChange, RecordedStep } from './recorded-change.ts'

export interface ChangeLimits {
  /** 0 is for ever. */
  readonly maxAgeDays: number
  readonly maxSizeMb: number
}

interface ChangeRow {
  readonly id: number
  readonly time: string
  readonly tool: string
  readonly state: RecordedChange['state']
  readonly reached: number
  readonly undoes: number | null
  readonly pid: number | null
  readonly files: number
}

interface StepRow {
  readonly position: number
  readonly kind: FileChange['kind']
  readonly path: string
  readonly moved_to: string | null
  readonly before_text: Buffer | null
  readonly before_hash: string | null
  readonly after_hash: string | null
  readonly mode: number | null
  readonly made_folder: string | null
}

const changeColumns = `id, time, tool, state, reached, undoes, pid,
  (SELECT count(*) FROM changed_file WHERE change = change.id) AS files`

/**
 * What every write replaced, so that it can be undone, and the journal of the write that is under way. It lies beside
 * the index in a file of its own: the index may be deleted at any time, this may not.
 */
export class History {
  readonly #db: Database.Database

  constructor(db: Database.Database) {
    this.#db = db
  }

  /**
   * Keeps what is about to be replaced, before it is: once this returns, no loss of power takes it away. The id is the
   * caller's `change_id`.
   */
  begin(tool: string, steps: readonly CheckedStep[], now: Date, undoes: string | null = null): string {
    this.#db.pragma('synchronous = FULL')
    try {
      return this.#add(tool, steps, now, undoes)
    } catch (error) {
      throw new VaultError(
        'INDEX_UNAVAILABLE',
        'The history cannot keep what would be replaced, so that nothing was written.',
        { hint: 'Check the free space and the permissions of the folder in which flint keeps its data.' },
        { cause: error },
      )
    } finally {
      this.#db.pragma('synchronous = NORMAL')
    }
  }

  #add(tool: string, steps: readonly CheckedStep[], now: Date, undoes: string | null): string {
    const id = this.#db
      .transaction(() => {
        const { lastInsertRowid } = this.#db
          .prepare("INSERT INTO change (time, tool, state, undoes, pid) VALUES (?, ?, 'begun', ?, ?)")
          .run(now.toISOString(), tool, undoes, process.pid)
        const add = this.#db.prepare(
          `INSERT INTO changed_file (change, position, kind, path, moved_to, before_text, before_hash, after_hash,
             mode, made_folder) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        for (const [position, { change, after, mode, madeFolder }] of steps.entries()) {
          const { kind, path } = change
          const movedTo = 'to' in change ? change.to : null
          const hash = 'before' in change ? change.before.hash : null
          const text = replacedText(change)
          const image = text === null ? null : deflateRawSync(text, { level: 1 })
          add.run(lastInsertRowid, position, kind, path, movedTo, image, hash, after, mode, madeFolder)
        }
        return lastInsertRowid
      })
      .immediate()
    return String(id)
  }

  /** The steps up to `end` may begin. False when the change is not known any more: another process has put it back. */
  reach(id: string, end: number): boolean {
    return this.#db.prepare('UPDATE change SET reached = ? WHERE id = ?').run(end, id).changes === 1
  }

  /** The change is on disk. False as above. */
  finish(id: string): boolean {
    return this.#db.prepare("UPDATE change SET state = 'done' WHERE id = ?").run(id).changes === 1
  }

  /** Nothing of the change is on disk. */
  abandon(id: string): void {
    this.#db.prepare('DELETE FROM change WHERE id = ?').run(id)
  }

  /** Of the change only these steps are on disk, or have been made something else of. */
  keep(id: string, positions: readonly number[]): void {
    this.#db
      .transaction(() => {
        this.#db.prepare("UPDATE change SET state = 'kept' WHERE id = ?").run(id)
        this.#db
          .prepare(
            'DELETE FROM changed_file WHERE change = ? AND position NOT IN (SELECT value FROM json_each(?))',
          )
          .run(id, JSON.stringify(positions))
      })
      .immediate()
  }

  /** Changes that somebody began and did not finish, the last one first. */
  begun(): readonly RecordedChange[] {
    return this.#db
      .prepare<[], ChangeRow>(`SELECT ${changeColumns} FROM change WHERE state = 'begun' ORDER BY id DESC`)
      .all()
      .map((row) => this.#toChange(row))
  }

  /** Whether the newest change is not finished: whoever takes the write lock settles it, so that no older one can be. */
  isCutOff(): boolean {
    const newest = this.#db
      .prepare<[], { state: RecordedChange['state'] }>('SELECT state FROM change ORDER BY id DESC LIMIT 1')
      .get()
    return newest?.state === 'begun'
  }

  find(id: string): RecordedChange | null {
    const row = this.#db
      .prepare<[string], ChangeRow>(`SELECT ${changeColumns} FROM change WHERE id = CAST(? AS INTEGER)`)
      .get(/^\d{1,15}$/.test(id) ? id : '0')
    return row === undefined ? null : this.#toChange(row)
  }

  /** Changes from a moment on, the last one first. */
  list(page: { readonly since: string | null; readonly limit: number; readonly offset: number }): {
    readonly changes: readonly RecordedChange[]
    readonly total: number
  } {
    const since = page.since ?? ''
    const rows = this.#db
      .prepare<[string, number, number], ChangeRow>(
        `SELECT ${changeColumns} FROM change WHERE state <> 'begun' AND time >= ? ORDER BY id DESC LIMIT ? OFFSET ?`,
      )
      .all(since, page.limit, page.offset)
    const count = this.#db
      .prepare<[string], { count: number }>(
        "SELECT count(*) AS count FROM change WHERE state <> 'begun' AND time >= ?",
      )
      .get(since)
    return { changes: rows.map((row) => this.#toChange(row)), total: count?.count ?? 0 }
  }

  /** The steps of a change in their order, at most so many. */
  steps(id: string, limit = -1): readonly RecordedStep[] {
    return this.#db
      .prepare<[string, number], StepRow>(
        'SELECT * FROM changed_file WHERE change = ? ORDER BY position LIMIT ?',
      )
      .all(id, limit)
      .map(toStep)
  }

  /** The paths of a change's steps, without their texts. */
  paths(id: string, limit = -1): readonly Pick<RecordedStep, 'kind' | 'path' | 'movedTo'>[] {
    return this.#db
      .prepare<[string, number], Pick<StepRow, 'kind' | 'path' | 'moved_to'>>(
        'SELECT kind, path, moved_to FROM changed_file WHERE change = ? ORDER BY position LIMIT ?',
      )
      .all(id, limit)
      .map(({ kind, path, moved_to: movedTo }) => ({ kind, path, movedTo }))
  }

  /** The last step before a moment that touched a path under this name; folders' moves are not looked at. */
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

  /** Every move of a folder, the last one first. */
  folderMoves(): readonly FoundStep[] {
    return this.#db
      .prepare<[], FoundRow>(
        `SELECT change, position, kind, path, moved_to FROM changed_file
         WHERE moved_to IS NOT NULL AND kind = 'move-folder' ORDER BY change DESC, position DESC`,
      )
      .all()
      .map(toFound)
  }

  /** Drops the oldest changes beyond the limits of the vault's settings. One that is under way stays. */
  prune({ maxAgeDays, maxSizeMb }: ChangeLimits, now: Date): void {
    const oldest = new Date(now.getTime() - maxAgeDays * 86_400_000).toISOString()
    if (maxAgeDays > 0) this.#db.prepare("DELETE FROM change WHERE time < ? AND state <> 'begun'").run(oldest)
    const newestFirst = this.#db
      .prepare<[], { change: number; size: number }>(
        'SELECT change, sum(coalesce(length(before_text), 0)) AS size FROM changed_file GROUP BY change ORDER BY change DESC',
      )
      .iterate()
    let total = 0
    let firstToDrop: number | null = null
    for (const { change, size } of newestFirst) {
      total += size
      if (total <= maxSizeMb * 1_000_000) continue
      firstToDrop = change
      break
    }
    if (firstToDrop !== null)
      this.#db.prepare("DELETE FROM change WHERE id <= ? AND state <> 'begun'").run(firstToDrop)
  }

  close(): void {
    this.#db.close()
  }

  #found(sql: string, values: readonly (string | number)[]): FoundStep | null {
    const row = this.#db.prepare<(string | number)[], FoundRow>(sql).get(...values)
    return row === undefined ? null : toFound(row)
  }

  #toChange({ id, undoes, ...row }: ChangeRow): RecordedChange {
    return {
      ...row,
      id: String(id),
      undoes: undoes === null ? null : String(undoes),
      undoneBy: this.#undoneBy(id),
    }
  }

  /** An undo that was itself undone does not count. */
  #undoneBy(id: number): string | null {
    const undos = this.#db
      .prepare<[number], { id: number }>(
        "SELECT id FROM change WHERE undoes = ? AND state = 'done' ORDER BY id DESC",
      )
      .all(id)
    const undo = undos.find((found) => this.#undoneBy(found.id) === null)
    return undo === undefined ? null : String(undo.id)
  }
}

/** Where in the history a step stands. */
export interface StepPlace {
  readonly change: number
  readonly position: number
}

export interface FoundStep extends StepPlace, Pick<RecordedStep, 'kind' | 'path' | 'movedTo'> {}

type FoundRow = StepPlace & Pick<StepRow, 'kind' | 'path' | 'moved_to'>

function toFound({ moved_to: movedTo, ...row }: FoundRow): FoundStep {
  return { ...row, movedTo }
}

function toStep(row: StepRow): RecordedStep {
  return {
    position: row.position,
    kind: row.kind,
    path: row.path,
    movedTo: row.moved_to,
    beforeText: row.before_text === null ? null : inflateRawSync(row.before_text).toString(),
    beforeHash: toHash(row.before_hash),
    afterHash: toHash(row.after_hash),
    mode: row.mode,
    madeFolder: row.made_folder,
  }
}

function toHash(text: string | null): ContentHash | null {
  return text !== null && isContentHash(text) ? text : null
}

/** What only the history has once the step is taken. */
function replacedText(change: FileChange): string | null {
  switch (change.kind) {
    case 'create':
    case 'move-folder':
      return null
    case 'move':
      return change.text === null || change.text === change.before.text ? null : change.before.text
    case 'replace':
    case 'remove':
      return change.before.text
  }
}
