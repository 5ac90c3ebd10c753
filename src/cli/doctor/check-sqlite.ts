import { type Finding, ok, problem, reasonOf } from './finding.ts'

/** The one native part that flint cannot do without. */
export async function checkSqlite(): Promise<Finding> {
  try {
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(':memory:')
    const version: unknown = database.prepare('SELECT sqlite_version()').pluck().get()
    database.exec('CREATE VIRTUAL TABLE words USING fts5(text)')
    database.close()
    return ok('sqlite', `SQLite ${String(version)} with full-text search`)
  } catch (error) {
    return problem(
      'sqlite',
      `better-sqlite3 does not work with this Node: ${reasonOf(error)}`,
      'Run npm rebuild better-sqlite3 where flint is installed, with the Node that the client starts.',
    )
  }
}
