import Database from 'better-sqlite3'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { isCorruption } from '../index-db/open-index.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from './change-plan.ts'
import type { CheckedStep } from './check-changes.ts'
import { isMissing } from './read-text.ts'

export interface ChangeLimits {
  /** 0 is for ever. */
  readonly maxAgeDays: number
  readonly maxSizeMb: number
}

const schema = `
CREATE TABLE IF NOT EXISTS change (
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
CREATE INDEX IF NOT EXISTS changed_file_by_path ON changed_file(path);
`

const fileName = 'history.sqlite'

/**
 * The history that lies in a folder. A damaged one is kept beside it, for whoever can still read something in it, and
 * a new one begun. INDEX_UNAVAILABLE where the folder cannot be written: without a history nothing may be changed.
 */
export function openHistory(folder: string, log: Log): History {
  try {
    mkdirSync(folder, { recursive: true })
    try {
      return new History(folder)
    } catch (error) {
      if (!isCorruption(error)) throw error
      const aside = `${fileName}.damaged-${Date.now()}`
      for (const suffix of ['', '-wal', '-shm'])
        moveAside(join(folder, fileName + suffix), join(folder, aside + suffix))
      log.error('the change history was damaged: it was put aside and a new one begun', { file: aside })
      return new History(folder)
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

function moveAside(file: string, aside: string): void {
  try {
    renameSync(file, aside)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/**
 * What every write replaced, so that it can be undone. It lies beside the index in a file of its own: the index may be
 * deleted at any time, this may not.
 */
export class History {
  readonly #db: Database.Database

  constructor(folder: string) {
    this.#db = new Database(join(folder, fileName), { timeout: 1_000 })
    this.#db.pragma('journal_mode = WAL')
    this.#db.pragma('synchronous = NORMAL')
    this.#db.pragma('foreign_keys = on')
    this.#db.exec(schema)
  }

  /** Keeps what is about to be replaced, before it is. The id is the caller's `change_id`. */
  begin(tool: string, steps: readonly CheckedStep[], now: Date): string {
    const id = this.#db
      .transaction(() => {
        const { lastInsertRowid } = this.#db
          .prepare("INSERT INTO change (time, tool, state) VALUES (?, ?, 'begun')")
          .run(now.toISOString(), tool)
        const add = this.#db.prepare(
          `INSERT INTO changed_file (change, position, kind, path, moved_to, before_text, before_hash, after_hash)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        for (const [position, { change, after }] of steps.entries()) {
          const { kind, path } = change
          const movedTo = 'to' in change ? change.to : null
          const hash = 'before' in change ? change.before.hash : null
          const text = replacedText(change)
          const image = text === null ? null : deflateRawSync(text)
          add.run(lastInsertRowid, position, kind, path, movedTo, image, hash, after)
        }
        return lastInsertRowid
      })
      .immediate()
    return String(id)
  }

  /** The change is on disk. */
  finish(id: string): void {
    this.#db.prepare("UPDATE change SET state = 'done' WHERE id = ?").run(id)
  }

  /** Nothing of the change reached the disk. */
  abandon(id: string): void {
    this.#db.prepare('DELETE FROM change WHERE id = ?').run(id)
  }

  /** Drops the oldest changes beyond the limits of the vault's settings. */
  prune({ maxAgeDays, maxSizeMb }: ChangeLimits, now: Date): void {
    const oldest = new Date(now.getTime() - maxAgeDays * 86_400_000).toISOString()
    if (maxAgeDays > 0) this.#db.prepare('DELETE FROM change WHERE time < ?').run(oldest)
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
    if (firstToDrop !== null) this.#db.prepare('DELETE FROM change WHERE id <= ?').run(firstToDrop)
  }

  close(): void {
    this.#db.close()
  }
}

/** What only the history has once the step is taken. */
function replacedText(change: FileChange): string | null {
  switch (change.kind) {
    case 'create':
    case 'move-folder':
      return null
    case 'move':
      return change.text === null ? null : change.before.text
    case 'replace':
    case 'remove':
      return change.before.text
  }
}
