import { KeptStatement } from '../own-files/kept-statement.ts'
import type { IndexDatabase } from './open-index.ts'

/** The model that a vault has made of its notes, as the index keeps it. */
export interface OwnModelRow {
  readonly slot: number
  /** Tells it from the one before. */
  readonly made: number
  readonly dimensions: number
  /** Of how many notes it was made. */
  readonly notes: number
  /** Grows with each step of folding in. */
  readonly version: number
}

/** A note by the vault's own model. Plain data: it crosses from the thread that makes it to the one that writes. */
export interface OwnVector {
  readonly note: number
  /** Of the file that was read: a note that has changed since waits for its next turn. */
  readonly hash: string
  /** Null where the model knows none of its terms. */
  readonly whole: Uint8Array | null
  /** Of a long note its parts; null for any other. */
  readonly windows: Uint8Array | null
}

/** A term of the model, and its packed vector. */
export interface OwnTermRow {
  readonly term: string
  readonly numbers: Uint8Array
}

/** Steps of making a model beside the one that answers; `finish` puts it in its place. `fold` adds to the one that answers. */
export type OwnStep =
  | { readonly kind: 'begin'; readonly dimensions: number; readonly notes: number }
  | { readonly kind: 'terms'; readonly terms: readonly OwnTermRow[] }
  | { readonly kind: 'vectors'; readonly vectors: readonly OwnVector[] }
  | { readonly kind: 'finish' }
  | { readonly kind: 'fold'; readonly vectors: readonly OwnVector[] }

export function ownTables(slot: number): { readonly terms: string; readonly vectors: string } {
  return { terms: `own_term_${slot}`, vectors: `own_vector_${slot}` }
}

/** The model that answers; null where none is whole. */
export function readOwnModel(db: IndexDatabase): OwnModelRow | null {
  const sql = 'SELECT slot, made, dimensions, notes, version FROM own_model WHERE is_ready = 1'
  return db.prepare<[], OwnModelRow>(sql).get() ?? null
}

/** Where the next model is made: the slot that does not answer. */
export function nextSlot(db: IndexDatabase): number {
  return readOwnModel(db)?.slot === 0 ? 1 : 0
}

/** The terms of the model that is being made. */
export function readNextTerms(db: IndexDatabase): Iterable<OwnTermRow> {
  return db.prepare<[], OwnTermRow>(`SELECT term, numbers FROM ${ownTables(nextSlot(db)).terms}`).iterate()
}

/** How far the model that answers has fallen behind the notes. */
export interface OwnState {
  readonly notes: number
  /** Null where there is no model. */
  readonly model: {
    /** Of how many notes it was made, and how many of these are as they were. */
    readonly notes: number
    readonly kept: number
    /** How many others it knows, and how many it does not know yet. */
    readonly folded: number
    readonly missing: number
  } | null
}

export function readOwnState(db: IndexDatabase): OwnState {
  const count = (sql: string) => db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0
  const notes = count('note')
  const model = readOwnModel(db)
  if (model === null) return { notes, model: null }
  const { vectors } = ownTables(model.slot)
  const all = count(vectors)
  const folded = count(`${vectors} WHERE version > 0`)
  return {
    notes,
    model: { notes: model.notes, kept: all - folded, folded, missing: Math.max(0, notes - all) },
  }
}

interface NoteText {
  readonly note: number
  readonly hash: string
  readonly title: string
  readonly body: string
}

const textColumns = 'note.id AS note, hash, title, body FROM note JOIN note_body ON note_body.note = note.id'

/** Some notes at a time, in the order of their keys. */
export function* readTexts(db: IndexDatabase, limit: number): Generator<readonly NoteText[]> {
  const read = db.prepare<[number, number], NoteText>(
    `SELECT ${textColumns} WHERE note.id > ? ORDER BY note.id LIMIT ?`,
  )
  for (let after = 0; ;) {
    const texts = read.all(after, limit)
    const last = texts.at(-1)
    if (last === undefined) return
    yield texts
    after = last.note
  }
}

/** Some keys at a time, in their order. */
export function* readKeys(db: IndexDatabase, limit: number): Generator<readonly number[]> {
  const read = db
    .prepare<[number, number], number>('SELECT id FROM note WHERE id > ? ORDER BY id LIMIT ?')
    .pluck()
  for (let keys = read.all(0, limit); keys.length > 0; keys = read.all(keys.at(-1) ?? 0, limit)) yield keys
}

const textStarts = new KeptStatement<[number, string], Pick<NoteText, 'title' | 'body'>>(
  `SELECT title, substr(body, 1, ?) AS body FROM json_each(?) AS wanted CROSS JOIN note ON note.id = wanted.value
   JOIN note_body ON note_body.note = note.id`,
)

/** The titles of some notes, in their order, and the first so many characters of the text below; without those that are gone. */
export function readStarts(
  db: IndexDatabase,
  keys: readonly number[],
  characters: number,
): readonly Pick<NoteText, 'title' | 'body'>[] {
  return textStarts.on(db).all(characters, JSON.stringify(keys))
}

/** Some notes that the model does not know yet. */
export function readUnfolded(db: IndexDatabase, { slot }: OwnModelRow, limit: number): readonly NoteText[] {
  const { vectors } = ownTables(slot)
  return db
    .prepare<[number], NoteText>(
      `SELECT ${textColumns} WHERE note.id NOT IN (SELECT note FROM ${vectors}) LIMIT ?`,
    )
    .all(limit)
}
