import { fileNames, noteNames, type LinkName } from '../model/link-names.ts'
import { fileNameOf, noteTypeOf } from '../model/note-path.ts'
import { LinkWriter } from './link-writer.ts'
import type { CanvasRecord, Confirmed, NoteRecord, TagRecord } from './note-record.ts'
import type { IndexDatabase } from './open-index.ts'

interface StoredNote {
  readonly id: number
  readonly path: string
  readonly title: string
  readonly body: string
  readonly type: string
  readonly hash: string
  readonly isCut: number
}

/**
 * Rows of notes and files, and of the names by which links find them, for `IndexWriter` alone. Names that appear or
 * vanish are added to `changedKeys`.
 */
export class NoteRows {
  readonly #db: IndexDatabase
  readonly #links: LinkWriter
  readonly #statements: ReturnType<typeof prepare>
  readonly #isExcluded: (path: string) => boolean
  #typeFolders: ReadonlySet<string> = new Set()

  /** `isExcluded` says which notes and files searches leave out. */
  constructor(db: IndexDatabase, isExcluded: (path: string) => boolean) {
    this.#db = db
    this.#isExcluded = isExcluded
    this.#links = new LinkWriter(db)
    this.#statements = prepare(db)
  }

  /** Another process may have found types since the last time. */
  readTypeFolders(): void {
    this.#typeFolders = new Set(this.#statements.readTypes.all())
  }

  hasNote(path: string): boolean {
    return this.#statements.findNote.get(path) !== undefined
  }

  markExcluded(): void {
    for (const table of ['note', 'file'] as const) this.#markIn(table)
  }

  #markIn(table: 'note' | 'file'): void {
    const set = this.#db.prepare<[number, number]>(`UPDATE ${table} SET is_excluded = ? WHERE id = ?`)
    const rows = this.#db
      .prepare<[], { id: number; path: string; marked: number }>(
        `SELECT id, path, is_excluded AS marked FROM ${table}`,
      )
      .all()
    for (const { id, path, marked } of rows) {
      const now = this.#isExcluded(path) ? 1 : 0
      if (now !== marked) set.run(now, id)
    }
  }

  /** Writes a note; returns its key and the links to resolve. */
  put(
    record: NoteRecord,
    storedAt: string,
    changedKeys: Set<string>,
  ): { readonly id: number; readonly links: readonly number[]; readonly wasCut: boolean } {
    const statements = this.#statements
    const type = noteTypeOf(record.path, this.#typeFolders)
    const stored = statements.findNote.get(storedAt)
    const { path, stamp, title, body } = record
    if (stored !== undefined) {
      this.#forget(stored)
      // Read again or moved, it means what it meant.
      if (stored.hash !== record.hash || stored.title !== title) this.#forgetMeaning(stored)
    }
    const values = [
      path,
      title,
      type,
      fileNameOf(path),
      record.bodyLine,
      record.metadata,
      record.hash,
      stamp.size,
      stamp.mtime,
      stamp.inode,
      stamp.noted,
      record.created,
      record.updated,
      record.words,
      record.lines,
      record.problem,
      this.#isExcluded(path) ? 1 : 0,
    ]
    let id: number
    if (stored === undefined) {
      id = Number(statements.addNote.run(...values).lastInsertRowid)
    } else {
      id = stored.id
      statements.setNote.run(...values, id)
    }
    statements.setBody.run(id, body)
    statements.addText.run(id, path, title, body, type)
    const { headings, tags, aliases, properties, bigrams } = record.searched
    statements.addExtra.run(id, headings, tags, aliases, properties, bigrams)
    for (const { key, tag, source } of onceEach(record.tags)) statements.addTag.run(id, key, tag, source)
    for (const [position, { key, value, type: valueType }] of record.properties.entries()) {
      statements.addProperty.run(id, position, key, value, valueType)
    }
    for (const { line, status, text } of record.tasks) statements.addTask.run(id, line, status, text)
    for (const { url, title: shown, line, type: urlType } of record.urls) {
      statements.addUrl.run(id, url, shown, line, urlType)
    }
    const place = stored === undefined ? 'new' : storedAt === path ? 'same' : 'other'
    this.#setKeys(id, noteNames(record), place, changedKeys)
    const { added, kept } = this.#links.put({ isFile: false, id }, record.links, place !== 'new')
    // Seen from another place, another note may be the nearest.
    const wasCut = stored?.isCut === 1
    return { id, links: place === 'other' ? [...added, ...kept] : added, wasCut }
  }

  /** Says what is wrong with a file that can no longer be read: what is known of it stays until it can. */
  setUnread(path: string, problem: string | null): void {
    this.#statements.setUnread.run(problem, path)
  }

  /** Remembers that a file still had its content when the system noted something of it. */
  setNoted({ path, hash, stamp }: Confirmed): void {
    this.#statements.setNoted.run(stamp.noted, path, hash, stamp.size, stamp.mtime, stamp.inode)
  }

  putCanvas({ path, stamp, problem, links }: CanvasRecord, changedKeys: Set<string>): readonly number[] {
    const id = this.addFile(path, changedKeys)
    this.#statements.stampFile.run(stamp.size, stamp.mtime, stamp.inode, stamp.noted, problem, id)
    return this.#links.put({ isFile: true, id }, links, true).added
  }

  remove(path: string, changedKeys: Set<string>): void {
    const stored = this.#statements.findNote.get(path)
    if (stored === undefined) return
    this.#forget(stored)
    this.#forgetMeaning(stored)
    this.#statements.deleteLinks.run(stored.id)
    this.#setKeys(stored.id, [], 'same', changedKeys)
    this.#statements.deleteBody.run(stored.id)
    this.#statements.deleteNote.run(stored.id)
  }

  #forgetMeaning({ id }: StoredNote): void {
    for (const statement of this.#statements.deleteMeaning) statement.run(id)
  }

  /** Removes everything read from a note except its row, links, keys and what the vault's own model made of it. */
  #forget({ id, path, title, body, type }: StoredNote): void {
    const statements = this.#statements
    statements.deleteText.run(id, path, title, body, type)
    for (const statement of statements.deleteParts) statement.run(id)
  }

  /** `place` compares where the note is with where the index knew it. */
  #setKeys(
    id: number,
    keys: readonly LinkName[],
    place: 'new' | 'same' | 'other',
    changedKeys: Set<string>,
  ): void {
    const { readKeys, deleteKey, addKey } = this.#statements
    const known = place === 'new' ? [] : readKeys.all(id)
    const before = new Map(known.map((key) => [`${key.kind} ${key.key}`, key]))
    for (const { kind, key } of keys) {
      if (before.delete(`${kind} ${key}`)) continue
      if (addKey.run(key, kind, id).changes > 0) changedKeys.add(key)
    }
    for (const { kind, key } of before.values()) {
      deleteKey.run(key, kind, id)
      changedKeys.add(key)
    }
    // A moved note keeps its title, but another note may now be the nearest with it.
    if (place === 'other') for (const { key } of keys) changedKeys.add(key)
  }

  addFile(path: string, changedKeys: Set<string>): number {
    const known = this.#statements.findFile.get(path)
    if (known !== undefined) return known
    const id = Number(this.#statements.addFile.run(path, this.#isExcluded(path) ? 1 : 0).lastInsertRowid)
    for (const { kind, key } of fileNames(path)) {
      this.#statements.addKey.run(key, kind, id)
      changedKeys.add(key)
    }
    return id
  }

  removeFile(path: string, changedKeys: Set<string>): void {
    const id = this.#statements.findFile.get(path)
    if (id === undefined) return
    for (const { key } of fileNames(path)) changedKeys.add(key)
    this.#statements.deleteFileKeys.run(id)
    this.#statements.deleteFileLinks.run(id)
    this.#statements.deleteFile.run(id)
  }

  setTypeFolders(folders: readonly string[]): void {
    const statements = this.#statements
    this.#typeFolders = new Set(folders)
    this.#db.exec('DELETE FROM note_type')
    for (const folder of this.#typeFolders) statements.addType.run(folder)
    const notes = this.#db
      .prepare<[], { id: number; path: string; type: string }>('SELECT id, path, type FROM note')
      .all()
    for (const { id, path, type } of notes) {
      const now = noteTypeOf(path, this.#typeFolders)
      if (now === type) continue
      const stored = statements.findNote.get(path)
      if (stored === undefined) continue
      statements.deleteText.run(id, path, stored.title, stored.body, type)
      statements.setType.run(now, id)
      statements.addText.run(id, path, stored.title, stored.body, now)
    }
  }
}

/** Each tag of a note once, as first written: inserting and ignoring the others would take longer. */
function onceEach(tags: readonly TagRecord[]): Iterable<TagRecord> {
  const known = new Map<string, TagRecord>()
  for (const tag of tags) {
    const key = `${tag.source} ${tag.key}`
    if (!known.has(key)) known.set(key, tag)
  }
  return known.values()
}

function prepare(db: IndexDatabase) {
  const run = (sql: string) => db.prepare(sql)
  const columns =
    'path, title, type, filename, body_line, metadata, hash, size, mtime, inode, noted, created, updated, words, lines, problem, is_excluded'
  const places = columns.replaceAll(/\w+/g, '?')
  return {
    findNote: db.prepare<[string], StoredNote>(
      'SELECT id, path, title, body, type, hash, is_cut AS isCut FROM note JOIN note_body ON note_body.note = id WHERE path = ?',
    ),
    addNote: run(`INSERT INTO note (${columns}) VALUES (${places})`),
    setNote: run(`UPDATE note SET (${columns}, is_cut) = (${places}, 0) WHERE id = ?`),
    // No file has this inode: it is looked at again.
    setUnread: run('UPDATE note SET inode = 0, problem = ? WHERE path = ?'),
    setNoted: db.prepare<[number, string, string, number, number, number]>(
      'UPDATE note SET noted = ? WHERE path = ? AND hash = ? AND size = ? AND mtime = ? AND inode = ?',
    ),
    setBody: run('INSERT OR REPLACE INTO note_body (note, body) VALUES (?, CAST(? AS TEXT))'),
    setType: run('UPDATE note SET type = ? WHERE id = ?'),
    deleteBody: run('DELETE FROM note_body WHERE note = ?'),
    deleteNote: run('DELETE FROM note WHERE id = ?'),
    addText: run(
      'INSERT INTO notes_fts (rowid, id, title, content, type) VALUES (?, ?, ?, CAST(? AS TEXT), ?)',
    ),
    deleteText: run(
      "INSERT INTO notes_fts (notes_fts, rowid, id, title, content, type) VALUES ('delete', ?, ?, ?, ?, ?)",
    ),
    addExtra: run(
      'INSERT INTO note_extra (rowid, headings, tags, aliases, properties, bigrams) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    deleteParts: [
      'DELETE FROM note_extra WHERE rowid = ?',
      'DELETE FROM url WHERE note = ?',
      'DELETE FROM tag WHERE note = ?',
      'DELETE FROM property WHERE note = ?',
      'DELETE FROM task WHERE note = ?',
      'DELETE FROM chunk WHERE note = ?',
    ].map(run),
    deleteMeaning: ['DELETE FROM own_vector_0 WHERE note = ?', 'DELETE FROM own_vector_1 WHERE note = ?'].map(
      run,
    ),
    addTag: run('INSERT OR IGNORE INTO tag (note, key, tag, source) VALUES (?, ?, ?, ?)'),
    addProperty: run('INSERT INTO property (note, position, key, value, value_type) VALUES (?, ?, ?, ?, ?)'),
    addTask: run('INSERT OR IGNORE INTO task (note, line, status, text) VALUES (?, ?, ?, ?)'),
    addUrl: run('INSERT INTO url (note, url, title, line, type) VALUES (?, ?, ?, ?, ?)'),
    deleteLinks: run('DELETE FROM link WHERE source = ?'),
    readKeys: db.prepare<[number], LinkName>(
      "SELECT key, kind FROM link_key WHERE bearer = ? AND kind NOT IN ('file-path', 'file-name')",
    ),
    addKey: run('INSERT OR IGNORE INTO link_key (key, kind, bearer) VALUES (?, ?, ?)'),
    deleteKey: run('DELETE FROM link_key WHERE key = ? AND kind = ? AND bearer = ?'),
    addFile: run('INSERT OR IGNORE INTO file (path, is_excluded) VALUES (?, ?)'),
    findFile: db.prepare<[string], number>('SELECT id FROM file WHERE path = ?').pluck(),
    stampFile: run('UPDATE file SET size = ?, mtime = ?, inode = ?, noted = ?, problem = ? WHERE id = ?'),
    deleteFileKeys: run("DELETE FROM link_key WHERE bearer = ? AND kind IN ('file-path', 'file-name')"),
    deleteFileLinks: run('DELETE FROM link WHERE source_file = ?'),
    deleteFile: run('DELETE FROM file WHERE id = ?'),
    readTypes: db.prepare<[], string>('SELECT folder FROM note_type').pluck(),
    addType: run('INSERT OR IGNORE INTO note_type (folder) VALUES (?)'),
  }
}
