import type { IndexSchema } from './index-schema.ts'
import type { Kysely as Queries } from 'kysely'
import { Kysely, SqliteDialect } from './kysely.ts'
import { openIndexForReading, type IndexDatabase } from './open-index.ts'

export type IndexQueries = Queries<IndexSchema>

/** One connection for queries: it sees whole commits of the sync thread and can change nothing. */
export class IndexReader {
  readonly db: IndexDatabase
  readonly queries: IndexQueries

  constructor(file: string) {
    this.db = openIndexForReading(file)
    this.queries = new Kysely<IndexSchema>({ dialect: new SqliteDialect({ database: this.db }) })
  }

  /** Whether every note has been read once, by whichever process. */
  isFilled(): boolean {
    return this.db.prepare("SELECT 1 FROM state WHERE name = 'filled' AND value = 'yes'").get() !== undefined
  }

  /** Differs once another connection, of whichever process, has changed anything. */
  lastCommit(): string {
    return String(this.db.pragma('data_version', { simple: true }))
  }

  close(): void {
    this.db.close()
  }
}
