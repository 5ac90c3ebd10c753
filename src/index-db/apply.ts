import type { Statement } from 'better-sqlite3'
import { fillingIndexes } from '../../migrations/0001-notes.ts'
import { secondaryIndexes } from '../../migrations/index.ts'
import { fileNames, noteNames, type LinkName } from '../model/link-names.ts'
import { fileNameOf, noteTypeOf } from '../model/note-path.ts'
import { ChunkWriter, type CutNote } from './chunk-writer.ts'
import { LinkResolver } from './link-resolver.ts'
import { LinkWriter } from './link-writer.ts'
import type { CanvasRecord, IndexChanges, NoteRecord, TagRecord } from './note-record.ts'
import { isCorruption, writerCacheKb, type IndexDatabase } from './open-index.ts'
import { VectorWriter, type VectorBatch } from './vector-writer.ts'

interface StoredNote {
  readonly id: number
  readonly path: string
  readonly title: string
  readonly body: string
  readonly type: string
  readonly isCut: number
}

/** Which of the notes that are written are cut at once. */
export type CutNotes = 'all' | 'those that were'

const fullTextTables = ['notes_fts', 'note_extra'] as const
// 2 MB, or some 20 ms.
const pagesPerStep = 500

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The one door to the index's rows. Each `apply` is one transaction: readers see the notes before or after it, and
 * applying the same changes twice leaves the same rows.
 */
export class IndexWriter {
  readonly #db: IndexDatabase
  readonly #links: LinkWriter
  readonly #resolver: LinkResolver
  readonly #vectors: VectorWriter
  readonly #chunks: ChunkWriter
  readonly #statements: ReturnType<typeof prepare>
  readonly #isExcluded: (path: string) => boolean
  #typeFolders: ReadonlySet<string> = new Set()

  /** `isExcluded` says which notes and files searches leave out. */
  constructor(db: IndexDatabase, isExcluded: (path: string) => boolean = () => false) {
    this.#db = db
    this.#isExcluded = isExcluded
    this.#statements = prepare(db)
    this.#vectors = new VectorWriter(db)
    this.#chunks = new ChunkWriter(db)
    this.#links = new LinkWriter(db)
    this.#resolver = new LinkResolver(db)
  }

  /** True when every note has been read once and every link resolved, by whichever process. */
  get isFilled(): boolean {
    return this.state('filled') === 'yes'
  }

  /**
   * Brings the index one step nearer to the disk. While it is being filled, links wait for `finishFilling`: most of
   * their targets are still to come. With `cut` the notes are cut into chunks as well, all of them or those that were cut
   * before; others wait for `cutSome`. Returns the paths of the notes that it has written.
   */
  apply(changes: IndexChanges, cut: CutNote | null = null, which: CutNotes = 'all'): readonly string[] {
    return this.#db
      .transaction(() => {
        const written: string[] = []
        const changedKeys = new Set<string>()
        const newLinks: number[] = []
        // Another process may have filled the index or found types since the last time.
        const mustResolve = this.state('filled') !== null
        this.#typeFolders = new Set(this.#statements.readTypes.all())
        if (changes.typeFolders !== null) this.#setTypeFolders(changes.typeFolders)
        for (const path of changes.removedFiles) this.#removeFile(path, changedKeys)
        for (const path of changes.removedNotes) this.#removeNote(path, changedKeys)
        const movedFrom = new Map<string, string>()
        for (const { from, to } of changes.moved) {
          // Another process may have found the note at its new place before.
          if (this.#statements.findNote.get(to) === undefined) movedFrom.set(to, from)
          else this.#removeNote(from, changedKeys)
        }
        for (const record of changes.notes) {
          const storedAt = movedFrom.get(record.path) ?? record.path
          const { id, links, wasCut } = this.#putNote(record, storedAt, changedKeys)
          for (const link of links) newLinks.push(link)
          written.push(record.path)
          if (cut !== null && (wasCut || which === 'all'))
            this.#chunks.put(id, cut({ ...record, body: decoder.decode(record.body) }))
        }
        for (const path of changes.addedFiles) this.#addFile(path, changedKeys)
        for (const canvas of changes.canvases)
          for (const link of this.#putCanvas(canvas, changedKeys)) newLinks.push(link)
        if (mustResolve) this.#resolver.resolve(newLinks, changedKeys)
        return written
      })
      .immediate()
  }

  /** Cuts some of the notes that wait for it; 0 when there are none. */
  cutSome(limit: number, cut: CutNote): number {
    return this.#db.transaction(() => this.#chunks.putSome(limit, cut)).immediate()
  }

  /**
   * Cuts some notes again, whose keys are larger than this: what they were cut into is replaced in one step. Null when
   * there are none.
   */
  cutAgain(
    after: number,
    limit: number,
    cut: CutNote,
  ): { readonly last: number; readonly count: number } | null {
    return this.#db.transaction(() => this.#chunks.putAgain(after, limit, cut)).immediate()
  }

  /** Adds what a model has made of passages. */
  putVectors(batch: VectorBatch): void {
    this.#db
      .transaction(() => {
        this.#vectors.put(batch)
      })
      .immediate()
  }

  /**
   * Removes what no note has any more; a model's name says that it has a vector of all that is left. Neither is known
   * while a note waits to be cut.
   */
  settleVectors(complete: string | null): void {
    this.#db
      .transaction(() => {
        if (!this.#chunks.isComplete()) return
        this.#vectors.sweep()
        if (complete !== null) this.#vectors.finish(complete)
      })
      .immediate()
  }

  /** Has every vector made again; the old ones answer meanwhile. */
  makeVectorsAgain(): void {
    this.#db
      .transaction(() => {
        this.#vectors.makeAgain()
      })
      .immediate()
  }

  /** Forgets the vectors of one model. */
  forgetVectors(model: string): void {
    this.#db
      .transaction(() => {
        this.#vectors.forget(model)
      })
      .immediate()
  }

  /** Marks again what searches leave out, where the settings that say so (`by`) are others than the last time. */
  markExcluded(by: string): void {
    if (this.state('excluded') === by) return
    this.#db
      .transaction(() => {
        for (const table of ['note', 'file'] as const) this.#markIn(table)
        this.setState('excluded', by)
      })
      .immediate()
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

  /** Resolves every link anew. */
  resolveAll(): void {
    this.#resolver.resolveAll()
  }

  /** Trades memory for speed until `complete`: longer word lists and more pages in memory, rarer checkpoints. */
  beginFilling(): void {
    this.doubtIndexes()
    this.#tune({ wordListBytes: 16_000_000, checkpointPages: 4_000, cacheKb: 16_000 })
  }

  /** Resolves every link and notes that the index is whole. What `complete` adds only spares time. */
  finishFilling(): void {
    // From here on whoever adds a note resolves its links: this may have passed it already.
    this.setState('filled', 'but for links')
    this.#db
      .transaction(() => {
        // Until now they were empty: to keep them in step would take longer than to make them anew.
        this.#db.exec('DROP INDEX IF EXISTS link_by_target; DROP INDEX IF EXISTS link_by_file')
        this.#resolver.resolveAll()
        this.#db.exec(fillingIndexes)
      })
      .immediate()
    this.setState('filled', 'yes')
  }

  /** Whether it has all secondary indexes. */
  get isComplete(): boolean {
    return this.state('tidy') !== 'no'
  }

  /** Has `complete` look again for indexes that are missing. */
  doubtIndexes(): void {
    this.setState('tidy', 'no')
  }

  /** Makes the secondary indexes that are missing, one with each step. */
  *complete(): Generator<void> {
    for (const index of secondaryIndexes) {
      this.#db.exec(index)
      yield
    }
    // A sample says enough of how the rows are spread.
    this.#db.exec('PRAGMA analysis_limit = 1000; ANALYZE')
    this.#tune({ wordListBytes: 1_000_000, checkpointPages: 2_000, cacheKb: writerCacheKb })
    this.setState('tidy', 'indexed')
  }

  /** Whether the full text lies in one piece as well: filling leaves several, and each search has to look into all. */
  get isTidy(): boolean {
    return this.state('tidy') === 'yes'
  }

  /** Brings the full text into one piece, some of it with each step. */
  *tidy(): Generator<void> {
    while (this.#mergeSome()) yield
    this.setState('tidy', 'yes')
  }

  #mergeSome(): boolean {
    return this.#db
      .transaction(() =>
        fullTextTables.some((table) => {
          const before = this.#changes()
          this.#db
            .prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`)
            .run(BigInt(-pagesPerStep))
          // Where nothing is left to merge the command itself counts as the only change.
          return this.#changes() - before > 1
        }),
      )
      .immediate()
  }

  #changes(): number {
    return this.#statements.countChanges.get() ?? 0
  }

  /** Counts the rows of tables that are ten times as large, or as small, as SQLite believes when it plans a query. */
  countAgain(): void {
    this.#db.pragma('optimize = 0x10012')
  }

  /** What is due after many notes were written. */
  *settle(shrinksLog: boolean): Generator<void> {
    this.countAgain()
    yield
    this.checkpoint(shrinksLog)
  }

  /**
   * Brings what was written into the file itself; a commit does so alone only when much more has piled up. With
   * `shrinksLog` the log gives back its room, where nobody reads in it.
   */
  checkpoint(shrinksLog: boolean): void {
    this.#db.pragma(`wal_checkpoint(${shrinksLog ? 'TRUNCATE' : 'PASSIVE'})`)
  }

  #tune({
    wordListBytes,
    checkpointPages,
    cacheKb,
  }: {
    readonly wordListBytes: number
    readonly checkpointPages: number
    readonly cacheKb: number
  }): void {
    for (const table of fullTextTables) {
      this.#db
        .prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ?)`)
        .run(BigInt(wordListBytes))
    }
    this.#db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    this.#db.pragma(`cache_size = -${cacheKb}`)
  }

  /** False when SQLite finds the file or the full-text index inconsistent. */
  isSound(): boolean {
    try {
      if (this.#db.pragma('quick_check', { simple: true }) !== 'ok') return false
      this.#db.exec("INSERT INTO notes_fts (notes_fts, rank) VALUES ('integrity-check', 1)")
      return true
    } catch (error) {
      if (isCorruption(error)) return false
      throw error
    }
  }

  state(name: string): string | null {
    return this.#statements.readState.get(name) ?? null
  }

  setState(name: string, value: string): void {
    this.#statements.writeState.run(name, value)
  }

  /** The note's key, and the links that have to be resolved. */
  #putNote(
    record: NoteRecord,
    storedAt: string,
    changedKeys: Set<string>,
  ): { readonly id: number; readonly links: readonly number[]; readonly wasCut: boolean } {
    const { statements, type } = {
      statements: this.#statements,
      type: noteTypeOf(record.path, this.#typeFolders),
    }
    const stored = statements.findNote.get(storedAt)
    if (stored !== undefined) this.#forget(stored)
    const { path, stamp, title, body } = record
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
    // From another place, what is nearest is another.
    const wasCut = stored?.isCut === 1
    return { id, links: place === 'other' ? [...added, ...kept] : added, wasCut }
  }

  #putCanvas({ path, stamp, problem, links }: CanvasRecord, changedKeys: Set<string>): readonly number[] {
    const id = this.#addFile(path, changedKeys)
    this.#statements.stampFile.run(stamp.size, stamp.mtime, stamp.inode, problem, id)
    return this.#links.put({ isFile: true, id }, links, true).added
  }

  #removeNote(path: string, changedKeys: Set<string>): void {
    const stored = this.#statements.findNote.get(path)
    if (stored === undefined) return
    this.#forget(stored)
    this.#statements.deleteLinks.run(stored.id)
    this.#setKeys(stored.id, [], 'same', changedKeys)
    this.#statements.deleteBody.run(stored.id)
    this.#statements.deleteNote.run(stored.id)
  }

  /** Removes all that was read from a note, but not its row, its links nor its keys. */
  #forget({ id, path, title, body, type }: StoredNote): void {
    const { statements } = { statements: this.#statements }
    statements.deleteText.run(id, path, title, body, type)
    for (const statement of statements.deleteParts) statement.run(id)
  }

  /** `place` says where the note is, compared with where the index knew it. */
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
    // A note that moved bears the same title in another place: who is nearest may have changed.
    if (place === 'other') for (const { key } of keys) changedKeys.add(key)
  }

  #addFile(path: string, changedKeys: Set<string>): number {
    const known = this.#statements.findFile.get(path)
    if (known !== undefined) return known
    const id = Number(this.#statements.addFile.run(path, this.#isExcluded(path) ? 1 : 0).lastInsertRowid)
    for (const { kind, key } of fileNames(path)) {
      this.#statements.addKey.run(key, kind, id)
      changedKeys.add(key)
    }
    return id
  }

  #removeFile(path: string, changedKeys: Set<string>): void {
    const id = this.#statements.findFile.get(path)
    if (id === undefined) return
    for (const { kind, key } of fileNames(path)) {
      this.#statements.deleteKey.run(key, kind, id)
      changedKeys.add(key)
    }
    this.#statements.deleteFileLinks.run(id)
    this.#statements.deleteFile.run(id)
  }

  #setTypeFolders(folders: readonly string[]): void {
    const { db, statements } = { db: this.#db, statements: this.#statements }
    this.#typeFolders = new Set(folders)
    db.exec('DELETE FROM note_type')
    for (const folder of this.#typeFolders) statements.addType.run(folder)
    const notes = db
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

/** Each tag of a note once, as it is first written: the others would be left out one by one. */
function onceEach(tags: readonly TagRecord[]): Iterable<TagRecord> {
  const known = new Map<string, TagRecord>()
  for (const tag of tags) {
    const key = `${tag.source} ${tag.key}`
    if (!known.has(key)) known.set(key, tag)
  }
  return known.values()
}

type Run = Statement

function prepare(db: IndexDatabase) {
  const run = (sql: string): Run => db.prepare(sql)
  const columns =
    'path, title, type, filename, body_line, metadata, hash, size, mtime, inode, created, updated, words, lines, problem, is_excluded'
  return {
    findNote: db.prepare<[string], StoredNote>(
      'SELECT id, path, title, body, type, is_cut AS isCut FROM note JOIN note_body ON note_body.note = id WHERE path = ?',
    ),
    addNote: run(`INSERT INTO note (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    setNote: run(
      `UPDATE note SET (${columns}, is_cut) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) WHERE id = ?`,
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
    addTag: run('INSERT OR IGNORE INTO tag (note, key, tag, source) VALUES (?, ?, ?, ?)'),
    addProperty: run('INSERT INTO property (note, position, key, value, value_type) VALUES (?, ?, ?, ?, ?)'),
    addTask: run('INSERT OR IGNORE INTO task (note, line, status, text) VALUES (?, ?, ?, ?)'),
    addUrl: run('INSERT INTO url (note, url, title, line, type) VALUES (?, ?, ?, ?, ?)'),
    deleteLinks: run('DELETE FROM link WHERE source = ?'),
    readKeys: db.prepare<[number], LinkName>(
      "SELECT key, kind FROM link_key WHERE bearer = ? AND kind IN ('path', 'name', 'title', 'alias')",
    ),
    addKey: run('INSERT OR IGNORE INTO link_key (key, kind, bearer) VALUES (?, ?, ?)'),
    deleteKey: run('DELETE FROM link_key WHERE key = ? AND kind = ? AND bearer = ?'),
    addFile: run('INSERT OR IGNORE INTO file (path, is_excluded) VALUES (?, ?)'),
    findFile: db.prepare<[string], number>('SELECT id FROM file WHERE path = ?').pluck(),
    stampFile: run('UPDATE file SET size = ?, mtime = ?, inode = ?, problem = ? WHERE id = ?'),
    deleteFileLinks: run('DELETE FROM link WHERE source_file = ?'),
    deleteFile: run('DELETE FROM file WHERE id = ?'),
    readTypes: db.prepare<[], string>('SELECT folder FROM note_type').pluck(),
    addType: run('INSERT OR IGNORE INTO note_type (folder) VALUES (?)'),
    countChanges: db.prepare<[], number>('SELECT total_changes()').pluck(),
    readState: db.prepare<[string], string>('SELECT value FROM state WHERE name = ?').pluck(),
    writeState: run('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)'),
  }
}
