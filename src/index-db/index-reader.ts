import type { IndexSchema } from './index-schema.ts'
import type { Kysely as Queries } from 'kysely'
import { Kysely, SqliteDialect } from './kysely.ts'
import { narrowIndex } from './narrow-index.ts'
import { openIndexForReading, type IndexDatabase } from './open-index.ts'

export type IndexQueries = Queries<IndexSchema>

/** One connection for queries: it sees whole commits of the sync thread and can change nothing. */
export class IndexReader {
  readonly db: IndexDatabase
  readonly queries: IndexQueries

  /** With `roots` it shows only the notes below these folders and what belongs to them. */
  constructor(file: string, roots?: readonly string[]) {
    this.db = openIndexForReading(file)
    if (roots !== undefined) narrowIndex(this.db, roots)
    this.queries = new Kysely<IndexSchema>({ dialect: new SqliteDialect({ database: this.db }) })
  }

  /** Whether every note has been read once, by whichever process. */
  isFilled(): boolean {
    return this.db.prepare("SELECT 1 FROM state WHERE name = 'filled' AND value = 'yes'").get() !== undefined
  }

  close(): void {
    this.db.close()
  }
}
