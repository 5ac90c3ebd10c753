import type { Statement } from 'better-sqlite3'
import type { IndexDatabase } from './open-index.ts'

// A search runs some ten queries, and the same texts come again and again with other values.
const mostKept = 200

/** Prepares each statement once: preparing takes SQLite as long as running many queries does. */
export function keptStatements(db: IndexDatabase): (sql: string) => Statement {
  const kept = new Map<string, Statement>()
  const prepare = db.prepare.bind(db)
  return (sql) => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    if (kept.size >= mostKept) kept.clear()
    const statement = prepare(sql)
    kept.set(sql, statement)
    return statement
  }
}

/** For a connection whose every text is run by one place: a statement's `pluck` and `raw` stay set. */
export function keepStatements(db: IndexDatabase): void {
  Object.assign(db, { prepare: keptStatements(db) })
}
