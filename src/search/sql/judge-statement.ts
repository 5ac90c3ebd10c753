import type { Said } from '../../model/advice.ts'
import Database from 'better-sqlite3'
import { toBound } from './read-rows.ts'
import type { SqlValue } from './sql-messages.ts'
import { fullTextColumns, publicTables, schemaInShort } from './public-schema.ts'
import { messageOf } from '../../model/error-code.ts'

/** The statement that may be run, or why none may. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly statement: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: Said }

/**
 * Judges statements by compiling them against a database that holds only the public tables: other names do not exist
 * there. It has no list of forbidden words, so a query may mention updates and deletions freely.
 */
export class StatementJudge {
  readonly #db: Database.Database
  /** Root pages of the public tables and their indexes: what a statement may open. */
  readonly #pages: ReadonlySet<number>

  constructor() {
    this.#db = new Database(':memory:')
    for (const [table, columns] of Object.entries(publicTables)) {
      this.#db.exec(`CREATE TABLE ${table} (${columns.join(', ')})`)
    }
    const pages = this.#db.prepare<[], number>('SELECT rootpage FROM sqlite_schema WHERE rootpage > 0')
    this.#pages = new Set(pages.pluck().all())
    this.#db.exec(`CREATE VIRTUAL TABLE notes_fts USING fts5(${fullTextColumns.join(', ')})`)
    this.#hideBuiltIns()
  }

  judge(query: string, params: readonly SqlValue[]): Verdict {
    const whole = withoutEnd(query)
    const verdict = this.#judgeOne(whole, params)
    const cut = withoutLastComment(whole)
    if (verdict.kind === 'allowed' || cut === whole) return verdict
    // Whatever follows is not run either.
    const second = this.#judgeOne(cut, params)
    return second.kind === 'allowed' ? second : verdict
  }

  #judgeOne(statement: string, params: readonly SqlValue[]): Verdict {
    try {
      // A statement that also works as a subquery only reads.
      this.#db.prepare(`SELECT * FROM (\n${statement}\n)`)
      const steps = this.#db.prepare<unknown[], Step>(`EXPLAIN ${statement}`).all(...toBound(params))
      const isPrivate = steps.some(({ opcode, p2 }) => opensTable.has(opcode) && !this.#pages.has(p2))
      return isPrivate ? refusal(onlyPublic) : { kind: 'allowed', statement }
    } catch (error) {
      return refusal(saidBySqlite(error))
    }
  }

  /** Shadows SQLite's built-in tables that reveal files, settings and other tables. */
  #hideBuiltIns(): void {
    const names = this.#db
      .prepare<[], string>(
        "SELECT name FROM pragma_module_list UNION SELECT 'pragma_' || name FROM pragma_pragma_list",
      )
      .pluck()
      .all()
    for (const name of names) {
      if (name === 'json_each' || name === 'json_tree') continue
      for (const schema of ['main', 'temp']) {
        this.#db.exec(`CREATE VIEW ${schema}."${name}" AS SELECT * FROM ${notPublic}`)
      }
    }
  }
}

interface Step {
  readonly opcode: string
  readonly p2: number
}

const opensTable = new Set(['OpenRead', 'OpenWrite', 'ReopenIdx'])
const notPublic = 'what_is_not_public'
const onlyPublic = 'Only the public tables can be read.'

function refusal(reason: string): Verdict {
  return {
    kind: 'refused',
    message: reason,
    hint: reason.includes('parameter')
      ? { kind: 'give-params' }
      : { kind: 'write-select', tables: schemaInShort },
  }
}

function saidBySqlite(error: unknown): string {
  const text = messageOf(error)
  if (text.includes(notPublic)) return onlyPublic
  if (text.includes('more than one statement')) return 'Only one statement is run at a time.'
  if (text.includes('no statements')) return 'The query is empty.'
  return `SQLite says: ${text}`
}

function withoutEnd(query: string): string {
  let end = query.length
  while (end > 0 && /[\s;]/.test(query.charAt(end - 1))) end -= 1
  return query.slice(0, end)
}

/** Drops what follows the last semicolon when it begins as a comment does. */
function withoutLastComment(query: string): string {
  const end = query.lastIndexOf(';')
  return end > 0 && /^\s*(?:--|\/\*)/.test(query.slice(end + 1)) ? withoutEnd(query.slice(0, end)) : query
}
