import { Worker } from 'node:worker_threads'
import { isFilled } from '../../index-db/indexed-state.ts'
import {
  isCorruption,
  isFaultOfIndex,
  openIndexForReading,
  type IndexDatabase,
} from '../../index-db/open-index.ts'
import { runAgain } from '../../index-db/run-again.ts'
import { identityOf } from '../../own-files/database-files.ts'
import { StatementJudge } from './judge-statement.ts'
import { readRows } from './read-rows.ts'
import { tooMuchMemory, type SqlReply, type SqlRequest } from './sql-messages.ts'
import { unsafeFunctions } from './unsafe-functions.ts'
import { errorCode, messageOf } from '../../model/error-code.ts'

// Entry of the process that runs people's SQL. It can be killed at any moment: it only reads.

// SQLite cannot be interrupted from here: another thread sees to it that this process ends with the server, and before
// it takes all memory.
new Worker(new URL('./sql-watchdog.js', import.meta.url))
const judge = new StatementJudge()
let open: { readonly file: string; readonly identity: string | null; readonly db: IndexDatabase } | null =
  null

process.on('message', (request: SqlRequest) => {
  void answer(request).then(send)
})
process.on('disconnect', () => {
  process.exit()
})
send({ kind: 'ready' })

async function answer(request: SqlRequest): Promise<SqlReply> {
  const verdict = judge.judge(request.query, request.params)
  if (verdict.kind === 'refused') return verdict
  try {
    return await runAgain((): SqlReply => {
      const db = databaseAt(request.indexFile)
      const unsafe = unsafeFunctions(db, verdict.statement, request.params)
      if (unsafe.length > 0) return refuseFunctions(unsafe)
      if (request.mustBeFilled && !isFilled(db)) return { kind: 'being-made' }
      return { kind: 'rows', result: readRows(db.prepare(verdict.statement), request) }
    })
  } catch (error) {
    if (isCorruption(error)) return { kind: 'damaged' }
    if (isMemoryOut(error)) return { kind: 'refused', ...tooMuchMemory }
    if (open === null || isFaultOfIndex(error, open.db)) return { kind: 'being-made' }
    const message = messageOf(error)
    return { kind: 'refused', message: `SQLite says: ${message}`, hint: hintFor(message) }
  }
}

function isMemoryOut(error: unknown): boolean {
  return /^SQLITE_(?:NOMEM|TOOBIG)/.test(errorCode(error))
}

function databaseAt(file: string): IndexDatabase {
  const identity = identityOf(file)
  if (open?.file === file && open.identity === identity) return open.db
  open?.db.close()
  open = null
  const db = openIndexForReading(file)
  // What a query sorts or joins must not fill the disk.
  db.pragma('temp_store = MEMORY')
  open = { file, identity, db }
  return db
}

function refuseFunctions(names: readonly string[]): SqlReply {
  return {
    kind: 'refused',
    message: `A query may not call ${names.join(' and ')}.`,
    hint: 'It may call the usual functions on text, numbers, dates and JSON, aggregates, and on notes_fts bm25, snippet and highlight.',
  }
}

function hintFor(message: string): string {
  if (/fts5|unterminated string|unknown special query/i.test(message))
    return 'Words with marks in them go in double quotes within MATCH: MATCH \'"foo-bar" OR baz\'.'
  if (/no such column: .*rowid/i.test(message))
    return 'Tables are joined by the id of the note, not by rowid.'
  return 'Change the query and try again.'
}

function send(reply: SqlReply | { readonly kind: 'ready' }): void {
  process.send?.(reply)
}
