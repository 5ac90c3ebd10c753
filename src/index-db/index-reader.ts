import type { Statement } from 'better-sqlite3'
import type { IndexSchema } from './index-schema.ts'
import { isFilled } from './indexed-state.ts'
import { Kysely, SqliteDialect } from 'kysely'
import { narrowIndex } from './narrow-index.ts'
import { openIndexForReading, type IndexDatabase } from './open-index.ts'
import { openAgain } from './run-again.ts'

/** Queries over an index, built from values and run. */
export class IndexQueries extends Kysely<IndexSchema> {
  readonly #largestKey: Statement<[], number | null>
  readonly #hasExtra: Statement<[string], number>

  constructor(db: IndexDatabase) {
    const database = { prepare: keptStatements(db), close: () => db.close() }
    super({ dialect: new SqliteDialect({ database }) })
    this.#largestKey = db.prepare<[], number | null>('SELECT max(id) FROM note').pluck()
    this.#hasExtra = db
      .prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM note_extra WHERE note_extra MATCH ?)')
      .pluck()
  }

  /** The largest integer key of a note: there are no more notes than that. */
  largestKey(): number {
    return this.#largestKey.get() ?? 0
  }

  /** Whether any note has what an FTS5 expression says in headings, tags, aliases, properties or pairs of characters. */
  hasExtra(match: string): boolean {
    return this.#hasExtra.get(match) === 1
  }
}

/** Asks the index; null where there is none that could answer. */
export type AskIndex = <Result>(
  run: (index: IndexReader) => Result | Promise<Result>,
) => Promise<Result | null>

/** One connection for queries: it sees whole commits of the sync thread and can change nothing. */
export class IndexReader {
  readonly db: IndexDatabase
  readonly queries: IndexQueries

  /** With `roots` it shows only the notes below these folders and what belongs to them. */
  constructor(file: string, roots?: readonly string[]) {
    this.db = openIndexForReading(file)
    if (roots !== undefined) narrowIndex(this.db, roots)
    this.queries = openAgain(() => new IndexQueries(this.db))
  }

  /** Whether every note has been read once, by whichever process. */
  isFilled(): boolean {
    return isFilled(this.db)
  }

  /** Differs once another connection, of whichever process, has changed anything. */
  lastCommit(): string {
    return String(this.db.pragma('data_version', { simple: true }))
  }

  close(): void {
    this.db.close()
  }
}

// A search asks some ten queries, and the same words come again and again in other places.
const mostKept = 200

/** Prepares a statement once: that takes SQLite as long as many queries need to run. */
function keptStatements(db: IndexDatabase): (sql: string) => Statement {
  const kept = new Map<string, Statement>()
  return (sql) => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    if (kept.size >= mostKept) kept.clear()
    const statement = db.prepare(sql)
    kept.set(sql, statement)
    return statement
  }
}
