import { loadFault, parts } from '../../model/load-fault.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Checks the one native part that flint needs. */
export async function checkSqlite(): Promise<Finding> {
  try {
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(':memory:')
    const version: unknown = database.prepare('SELECT sqlite_version()').pluck().get()
    database.exec('CREATE VIRTUAL TABLE words USING fts5(text)')
    database.close()
    return ok('sqlite', `SQLite ${String(version)} with full-text search`)
  } catch (error) {
    const { reason, cure } = loadFault(parts.sqlite, error)
    return problem('sqlite', reason, `${cure} A client may start another Node than your shell does.`)
  }
}
