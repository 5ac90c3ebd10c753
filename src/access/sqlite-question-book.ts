import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { VaultError } from '../model/vault-error.ts'
import { SmallDatabase } from '../own-files/small-database.ts'
import {
  type AskedCall,
  type AskedSubject,
  type GivenAnswer,
  mostOpen,
  notAnswered,
  type OpenedQuestion,
  patienceMs,
  type QuestionBook,
  type WaitingQuestion,
} from './question-book.ts'

const schema = `PRAGMA secure_delete = on;
  CREATE TABLE IF NOT EXISTS question (
    id TEXT PRIMARY KEY, subject TEXT NOT NULL, call TEXT NOT NULL, actor TEXT NOT NULL, vault TEXT NOT NULL, tool TEXT NOT NULL,
    text TEXT NOT NULL, always TEXT, created TEXT NOT NULL, expires TEXT NOT NULL, answer TEXT,
    UNIQUE (subject, actor)) STRICT`

/**
 * `questions.sqlite` in the data folder, for the processes of one machine. It holds parts of notes, so that what is
 * settled is overwritten; where the file is damaged the calls ask again.
 */
export class SqliteQuestionBook implements QuestionBook {
  readonly #file: SmallDatabase
  readonly #now: () => Date

  /** `folder` is flint's data folder. */
  constructor(folder: string, now: () => Date) {
    this.#file = new SmallDatabase(join(folder, 'questions.sqlite'), {
      schema,
      busyMs: 1_000,
      otherwise: {
        message: 'Questions to the owner of the notes cannot be kept.',
        hint: 'Look at the folder in which flint keeps its data, or name another one in FLINT_DATA_DIR.',
      },
    })
    this.#now = now
  }

  open(question: OpenedQuestion): void {
    const { subject, call, actor, vault, tool, text, always } = question
    const now = this.#now()
    const expires = new Date(now.getTime() + patienceMs).toISOString()
    this.#run((db) => {
      db.prepare('DELETE FROM question WHERE expires <= ?').run(now.toISOString())
      db.prepare(
        `INSERT INTO question (id, subject, call, actor, vault, tool, text, always, created, expires)
        VALUES (:id, :subject, :call, :actor, :vault, :tool, :text, :always, :created, :expires)
        ON CONFLICT (subject, actor) DO UPDATE SET expires = excluded.expires`,
      ).run({
        ...{ id: randomBytes(5).toString('hex'), subject, call, actor, vault, tool, text, always },
        ...{ created: now.toISOString(), expires },
      })
      db.prepare(
        'DELETE FROM question WHERE rowid IN (SELECT rowid FROM question ORDER BY rowid DESC LIMIT -1 OFFSET ?)',
      ).run(mostOpen)
    })
  }

  take({ subject, actor }: AskedSubject): GivenAnswer | null {
    const taken = `DELETE FROM question WHERE subject = ? AND actor = ? AND answer IS NOT NULL AND expires > ?
      RETURNING answer`
    return this.#run(
      (db) =>
        db.prepare<string[], GivenAnswer>(taken).pluck().get(subject, actor, this.#now().toISOString()) ??
        null,
    )
  }

  isAnswered({ subject, actor }: AskedSubject): boolean {
    const found = 'SELECT 1 FROM question WHERE subject = ? AND actor = ? AND answer IS NOT NULL'
    return this.#run((db) => db.prepare(found).get(subject, actor) !== undefined)
  }

  settle({ call, actor }: AskedCall): void {
    this.#run((db) => db.prepare('DELETE FROM question WHERE call = ? AND actor = ?').run(call, actor))
  }

  forget(actor: string): void {
    this.#run((db) => db.prepare('DELETE FROM question WHERE actor = ?').run(actor))
  }

  list(): readonly WaitingQuestion[] {
    const waiting = `SELECT id, vault, tool, actor, text, always, created, expires FROM question
      WHERE answer IS NULL AND expires > ? ORDER BY rowid`
    return this.#run((db) => db.prepare<[string], WaitingQuestion>(waiting).all(this.#now().toISOString()))
  }

  answer(id: string, answer: GivenAnswer): WaitingQuestion {
    const given = `UPDATE question SET answer = :answer WHERE id = :id AND answer IS NULL AND expires > :now
      AND (:answer <> 'always' OR always IS NOT NULL)
      RETURNING id, vault, tool, actor, text, always, created, expires`
    const now = this.#now().toISOString()
    const question = this.#run((db) => db.prepare<object, WaitingQuestion>(given).get({ id, answer, now }))
    if (question !== undefined) return question
    throw notAnswered(id, this.list())
  }

  version(): number {
    return this.#run((db) => {
      const own = Number(db.prepare('SELECT total_changes()').pluck().get())
      return Number(db.pragma('data_version', { simple: true })) * 1e6 + own
    })
  }

  close(): void {
    this.#file.close()
  }

  #run<T>(use: (db: Database) => T): T {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const tried = this.#file.attempt(use)
      if (tried.kind === 'done') return tried.value
    }
    throw new VaultError('INDEX_UNAVAILABLE', 'Questions to the owner of the notes are busy. Try again.')
  }
}

// One for a file that is mended, and one for who was quicker.
const attempts = 3
