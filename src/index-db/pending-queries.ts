import { passageText } from '../model/passage-text.ts'
import type { IndexDatabase } from './open-index.ts'
import { isMadeAgain, readModel, vectorTables } from './vector-tables.ts'

export interface LackingQuery {
  readonly model: string
  /** Most chunks to look at. */
  readonly limit: number
  /** Where the page before ended. */
  readonly after: PendingCursor | null
}

export interface PendingQuery extends LackingQuery {
  /** Notes written after this are left for later, in milliseconds since 1970. */
  readonly quietSince: number
}

export interface PendingCursor {
  readonly updated: string
  readonly note: number
}

/** Passages without a vector, those of the newest notes first. */
export interface PendingPage {
  readonly passages: readonly { readonly hash: string; readonly text: string }[]
  /** Null at the end. */
  readonly next: PendingCursor | null
}

/** What passages without a vector are called, those of the newest notes first. */
export interface LackingPage {
  readonly hashes: readonly string[]
  /** Null at the end. */
  readonly next: PendingCursor | null
}

interface PendingRow extends PendingCursor {
  readonly hash: string
  readonly heading: string
  readonly start: number
  readonly end: number
}

/** The queue for embedding: the chunks without a vector. */
export function listPending(db: IndexDatabase, query: PendingQuery): PendingPage {
  const readBody = db.prepare<[number], string>('SELECT body FROM note_body WHERE note = ?').pluck()
  const rows = rowsOf(db, query, query.quietSince)
  const passages = new Map<string, string>()
  let body = ''
  let bodyOf = -1
  for (const { note, hash, heading, start, end } of rows) {
    if (bodyOf !== note) body = readBody.get(note) ?? ''
    bodyOf = note
    passages.set(hash, passageText(heading, body.slice(start, end)))
  }
  return {
    passages: Array.from(passages, ([hash, text]) => ({ hash, text })),
    next: nextOf(rows, query),
  }
}

/** What passages without a vector are called, however new their notes are. */
export function listLacking(db: IndexDatabase, query: LackingQuery): LackingPage {
  const rows = rowsOf(db, query, Number.MAX_SAFE_INTEGER)
  return { hashes: [...new Set(rows.map(({ hash }) => hash))], next: nextOf(rows, query) }
}

function rowsOf(
  db: IndexDatabase,
  { model, limit, after }: LackingQuery,
  quietSince: number,
): readonly PendingRow[] {
  return db
    .prepare<unknown[], PendingRow>(
      `SELECT note.updated, note.id AS note, passage.hash, chunk.heading, chunk.start, chunk.end
       FROM note JOIN chunk ON chunk.note = note.id JOIN passage ON passage.id = chunk.passage
       WHERE (note.updated, note.id) <= (?, ?) AND (note.mtime <= ? OR note.mtime > ?)
         AND ${mustBeEmbedded(db, model)}
       ORDER BY note.updated DESC, note.id DESC, chunk.position LIMIT ?`,
    )
    .all(after?.updated ?? '\u{10ffff}', after?.note ?? 0, quietSince, quietSince + maxClockSkewMs, limit)
}

function nextOf(rows: readonly PendingRow[], { limit }: LackingQuery): PendingCursor | null {
  const last = rows.at(-1)
  return rows.length < limit || last === undefined ? null : { updated: last.updated, note: last.note }
}

// A file time further in the future says nothing about when the file was written.
const maxClockSkewMs = 60_000

/** How many passages a model has yet to embed, or to embed again; an uncut note counts as one. */
export function countPending(db: IndexDatabase, model: string): number {
  return countChunks(db, mustBeEmbedded(db, model))
}

/** How many passages have no vector of this model at all, so that semantic search cannot find them. */
export function countMissing(db: IndexDatabase, model: string): number {
  return countChunks(db, hasNoVector(db, model))
}

function countChunks(db: IndexDatabase, condition: string): number {
  const sql = `SELECT (SELECT count(DISTINCT passage) FROM chunk WHERE ${condition})
    + (SELECT count(*) FROM note WHERE is_cut = 0)`
  return db.prepare<[], number>(sql).pluck().get() ?? 0
}

function mustBeEmbedded(db: IndexDatabase, name: string): string {
  const model = readModel(db, name)
  if (model === null || !isMadeAgain(db, model)) return hasNoVector(db, name)
  const { again } = vectorTables(model)
  return `(${hasNoVector(db, name)} OR EXISTS (SELECT 1 FROM ${again} a WHERE a.passage = chunk.passage))`
}

function hasNoVector(db: IndexDatabase, name: string): string {
  const model = readModel(db, name)
  if (model === null) return '1'
  return `NOT EXISTS (SELECT 1 FROM ${vectorTables(model).known} v WHERE v.passage = chunk.passage)`
}
