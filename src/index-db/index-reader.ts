import type { Statement } from 'better-sqlite3'
import type { IndexSchema } from './index-schema.ts'
import { isFilled, readUnread } from './indexed-state.ts'
import { Kysely, SqliteDialect } from 'kysely'
import { keptStatements } from './kept-statements.ts'
import { narrowIndex } from './narrow-index.ts'
import { openIndexForReading, type IndexDatabase } from './open-index.ts'
import { openAgain } from './run-again.ts'
import { ViewScores } from './view-scores.ts'

interface NoteBody {
  /** Integer key. */
  readonly note: number
  readonly body: string
}

/** Builds and runs queries over an index. */
export class IndexQueries extends Kysely<IndexSchema> {
  /** Null where every note is shown: BM25 itself counts words then. */
  readonly viewScores: ViewScores | null
  readonly #largestKey: Statement<[], number | null>
  readonly #hasExtra: Statement<[string], number>
  readonly #bodies: Statement<[string], NoteBody>

  constructor(db: IndexDatabase, isNarrowed: boolean) {
    const database = { prepare: keptStatements(db), close: () => db.close() }
    super({ dialect: new SqliteDialect({ database }) })
    this.viewScores = isNarrowed ? new ViewScores(db) : null
    this.#largestKey = db.prepare<[], number | null>('SELECT max(id) FROM note').pluck()
    this.#hasExtra = db
      .prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM note_extra WHERE note_extra MATCH ?)')
      .pluck()
    this.#bodies = db.prepare<[string], NoteBody>(
      'SELECT note, body FROM json_each(?) AS wanted CROSS JOIN note_body ON note_body.note = wanted.value',
    )
  }

  /** The texts of these notes, one after another: held together they would cost the garbage collector much. */
  bodies(keys: readonly number[]): IterableIterator<NoteBody> {
    return this.#bodies.iterate(JSON.stringify(keys))
  }

  /** The largest integer key of a note, an upper bound for their number. */
  largestKey(): number {
    return this.#largestKey.get() ?? 0
  }

  /** Whether an FTS5 expression matches any note's headings, tags, aliases, properties, character pairs or the words beside them. */
  hasExtra(match: string): boolean {
    return this.#hasExtra.get(match) === 1
  }
}

/** Queries the index; null where none can answer. */
export type AskIndex = <Result>(
  run: (index: IndexReader) => Result | Promise<Result>,
) => Promise<Result | null>

/** A read-only connection for queries, which sees whole commits of the sync thread. */
export class IndexReader {
  readonly db: IndexDatabase
  readonly queries: IndexQueries
  readonly #lastCommit: Statement<[], number>
  readonly #lastChange: Statement<[], string>
  #unread: { readonly commit: number; readonly paths: readonly string[] } | null = null

  /** With `roots`, shows only the notes below these folders and what belongs to them. */
  constructor(file: string, roots?: readonly string[]) {
    this.db = openIndexForReading(file)
    if (roots !== undefined) narrowIndex(this.db, roots)
    this.queries = openAgain(() => new IndexQueries(this.db, roots !== undefined))
    this.#lastCommit = this.db.prepare<[], number>('PRAGMA data_version').pluck()
    this.#lastChange = this.db.prepare<[], string>("SELECT value FROM state WHERE name = 'changes'").pluck()
  }

  /** Whether every note has been read once, by any process. */
  isFilled(): boolean {
    return isFilled(this.db)
  }

  /** Folders and files of the vault that the system does not let flint read; none where the index cannot tell. */
  unread(): readonly string[] {
    try {
      const commit = this.lastCommit()
      if (this.#unread?.commit !== commit) this.#unread = { commit, paths: readUnread(this.db) }
      return this.#unread.paths
    } catch {
      return []
    }
  }

  /** Changes whenever another connection, of any process, has committed something. */
  lastCommit(): number {
    return this.#lastCommit.get() ?? 0
  }

  /** Changes whenever any process has written notes, files or links, not passages or vectors. Null before the first. */
  lastChange(): string | null {
    return this.#lastChange.get() ?? null
  }

  close(): void {
    this.db.close()
  }
}
