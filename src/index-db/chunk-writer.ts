import type { ChunkRecord } from './note-record.ts'
import type { IndexDatabase } from './open-index.ts'

/** The text of a note as the index has it. */
export interface NoteText {
  readonly title: string
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
}

/** Cuts a note into chunks for semantic search. */
export type CutNote = (note: NoteText) => readonly ChunkRecord[]

interface StoredText extends NoteText {
  readonly id: number
}

/**
 * Rows of chunks, for `IndexWriter` alone. Only embedding needs them, so an index is filled without; the column
 * `is_cut` says which notes have theirs.
 */
export class ChunkWriter {
  readonly #db: IndexDatabase
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: IndexDatabase) {
    this.#db = db
    this.#statements = prepare(db)
  }

  put(note: number, chunks: readonly ChunkRecord[]): void {
    const { add, setCut } = this.#statements
    for (const [position, { hash, heading, line, lastLine, start, end }] of chunks.entries()) {
      add.run(note, position, this.#passageOf(hash), heading, line, lastLine, start, end)
    }
    setCut.run(note)
  }

  /** Cuts some of the uncut notes, newest first, and returns how many; 0 when there are none. */
  putSome(limit: number, cut: CutNote): number {
    const uncut = this.#statements.listUncut.all(limit)
    for (const note of uncut) this.put(note.id, cut(note))
    return uncut.length
  }

  /** Cuts the notes of some keys above `after` again; null when there are none. */
  putAgain(
    after: number,
    limit: number,
    cut: CutNote,
  ): { readonly last: number; readonly count: number } | null {
    const notes = this.#statements.listBehind.all(after, limit)
    for (const note of notes) {
      this.#statements.remove.run(note.id)
      this.put(note.id, cut(note))
    }
    const last = notes.at(-1)
    return last === undefined ? null : { last: last.id, count: notes.length }
  }

  isComplete(): boolean {
    return this.#db.prepare('SELECT 1 FROM note WHERE is_cut = 0 LIMIT 1').get() === undefined
  }

  #passageOf(hash: string): number | bigint {
    const { findPassage, addPassage } = this.#statements
    // Most are new when a vault is first cut, and trying costs no more than looking.
    const { changes, lastInsertRowid } = addPassage.run(hash)
    return changes === 1 ? lastInsertRowid : (findPassage.get(hash) ?? lastInsertRowid)
  }
}

function prepare(db: IndexDatabase) {
  return {
    add: db.prepare(
      'INSERT INTO chunk (note, position, passage, heading, line, last_line, start, end) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    setCut: db.prepare('UPDATE note SET is_cut = 1 WHERE id = ?'),
    // In the order of embedding: vectors are then appended to their table, and its pages get full.
    listUncut: db.prepare<[number], StoredText>(
      `SELECT id, title, body, body_line AS bodyLine FROM note JOIN note_body ON note_body.note = note.id
       WHERE is_cut = 0 ORDER BY updated DESC, id DESC LIMIT ?`,
    ),
    listBehind: db.prepare<[number, number], StoredText>(
      `SELECT id, title, body, body_line AS bodyLine FROM note JOIN note_body ON note_body.note = note.id
       WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    remove: db.prepare('DELETE FROM chunk WHERE note = ?'),
    findPassage: db.prepare<[string], number>('SELECT id FROM passage WHERE hash = ?').pluck(),
    addPassage: db.prepare('INSERT OR IGNORE INTO passage (hash) VALUES (?)'),
  }
}
