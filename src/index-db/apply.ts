import type { Statement } from 'better-sqlite3'
import { fillingIndexes } from '../../migrations/0001-notes.ts'
import { secondaryIndexes } from '../../migrations/index.ts'
import { ChunkWriter, type CutNote } from './chunk-writer.ts'
import { checkFullText, limitWordLists, mergeFullText } from './full-text.ts'
import { LinkResolver } from './link-resolver.ts'
import type { Confirmed, IndexChanges } from './note-record.ts'
import { NoteRows } from './note-rows.ts'
import { OwnModelWriter } from './own-model-writer.ts'
import type { OwnStep } from './own-model-rows.ts'
import { isCorruption, writerCacheKb, type IndexDatabase } from './open-index.ts'
import { VectorWriter, type VectorBatch } from './vector-writer.ts'

/** Which written notes are cut into chunks at once. */
export type CutNotes = 'all' | 'those that were'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The one door to the index's rows. Each `apply` is one transaction, so readers see the notes before or after it, and
 * applying the same changes twice leaves the same rows.
 */
export class IndexWriter {
  readonly #db: IndexDatabase
  readonly #rows: NoteRows
  readonly #resolver: LinkResolver
  readonly #vectors: VectorWriter
  readonly #chunks: ChunkWriter
  readonly #own: OwnModelWriter
  readonly #readState: Statement<[string], string>
  readonly #writeState: Statement<[string, string]>
  readonly #countChange: Statement<[]>

  /** `isExcluded` says which notes and files searches leave out. */
  constructor(db: IndexDatabase, isExcluded: (path: string) => boolean = () => false) {
    this.#db = db
    this.#rows = new NoteRows(db, isExcluded)
    this.#vectors = new VectorWriter(db)
    this.#chunks = new ChunkWriter(db)
    this.#own = new OwnModelWriter(db)
    this.#resolver = new LinkResolver(db)
    this.#readState = db.prepare<[string], string>('SELECT value FROM state WHERE name = ?').pluck()
    this.#writeState = db.prepare('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)')
    // Begins anywhere, so that no two indexes count alike.
    this.#countChange = db.prepare(`INSERT INTO state (name, value) VALUES ('changes', abs(random()) / 2)
      ON CONFLICT (name) DO UPDATE SET value = value + 1`)
  }

  /** True when every note has been read once and every link resolved, by any process. */
  get isFilled(): boolean {
    return this.state('filled') === 'yes'
  }

  /**
   * Writes changes and returns the paths of the written notes. While the index is being filled, links are left to
   * `finishFilling`, as most of their targets are still to come. `cut` also cuts notes into chunks, all of them or
   * those that had chunks before; the others are left to `cutSome`.
   */
  apply(changes: IndexChanges, cut: CutNote | null = null, which: CutNotes = 'all'): readonly string[] {
    return this.#change(() => {
      const written: string[] = []
      const changedKeys = new Set<string>()
      const newLinks: number[] = []
      // Another process may have filled the index or found types since the last time.
      const mustResolve = this.state('filled') !== null
      this.#rows.readTypeFolders()
      if (changes.typeFolders !== null) this.#rows.setTypeFolders(changes.typeFolders)
      for (const path of changes.removedFiles) this.#rows.removeFile(path, changedKeys)
      for (const path of changes.removedNotes) this.#rows.remove(path, changedKeys)
      const movedFrom = new Map<string, string>()
      for (const { from, to } of changes.moved) {
        // Another process may already have found the note at its new place.
        if (this.#rows.hasNote(to)) this.#rows.remove(from, changedKeys)
        else movedFrom.set(to, from)
      }
      for (const record of changes.notes) {
        const storedAt = movedFrom.get(record.path) ?? record.path
        const { id, links, wasCut } = this.#rows.put(record, storedAt, changedKeys)
        for (const link of links) newLinks.push(link)
        written.push(record.path)
        if (cut !== null && (wasCut || which === 'all'))
          this.#chunks.put(id, cut({ ...record, body: decoder.decode(record.body) }))
      }
      for (const path of changes.addedFiles) this.#rows.addFile(path, changedKeys)
      for (const canvas of changes.canvases)
        for (const link of this.#rows.putCanvas(canvas, changedKeys)) newLinks.push(link)
      if (mustResolve) this.#resolver.resolve(newLinks, changedKeys)
      return written
    })
  }

  /** Says what is wrong with a file that can no longer be read. What is known of it stays. */
  setUnread(path: string, problem: string | null): void {
    this.#rows.setUnread(path, problem)
  }

  /** Remembers how files looked that hold what they held: no change to what anybody asks the index. */
  confirm(files: readonly Confirmed[]): void {
    this.#step(() => {
      for (const file of files) this.#rows.setNoted(file)
    })
  }

  /** Cuts some of the uncut notes and returns how many; 0 when there are none. */
  cutSome(limit: number, cut: CutNote): number {
    return this.#step(() => this.#chunks.putSome(limit, cut))
  }

  /** Cuts some notes again, those with keys above `after`, each in one step. Null when there are none. */
  cutAgain(after: number, limit: number, cut: CutNote): ReturnType<ChunkWriter['putAgain']> {
    return this.#step(() => this.#chunks.putAgain(after, limit, cut))
  }

  /** Adds vectors that a model has made. */
  putVectors(batch: VectorBatch): void {
    this.#step(() => {
      this.#vectors.put(batch)
    })
  }

  /**
   * Removes vectors that no note needs; `complete` names a model that has all the others. Does nothing while a note
   * waits to be cut, as neither is known then.
   */
  settleVectors(complete: string | null): void {
    this.#step(() => {
      if (!this.#chunks.isComplete()) return
      this.#vectors.sweep()
      if (complete !== null) this.#vectors.finish(complete)
    })
  }

  /** Has every vector made again; the old ones answer meanwhile. */
  makeVectorsAgain(): void {
    this.#step(() => {
      this.#vectors.makeAgain()
    })
  }

  forgetVectors(model: string): void {
    this.#step(() => {
      this.#vectors.forget(model)
    })
  }

  /** Stores a step of the vault's own model. */
  putOwn(step: OwnStep): void {
    this.#step(() => {
      this.#own.put(step)
    })
  }

  /** Marks again what searches leave out, if the settings for it (`by`) differ from the last time. */
  markExcluded(by: string): void {
    if (this.state('excluded') === by) return
    this.#change(() => {
      this.#rows.markExcluded()
      this.setState('excluded', by)
    })
  }

  resolveAll(): void {
    this.#change(() => {
      this.#resolver.resolveAll()
    })
  }

  /** Trades memory for speed until `complete`: longer word lists, more pages in memory, rarer checkpoints. */
  beginFilling(): void {
    this.doubtIndexes()
    this.#tune({ wordListBytes: 16_000_000, checkpointPages: 4_000, cacheKb: 16_000 })
  }

  /** Resolves every link and marks the index as filled. What `complete` adds only saves time. */
  finishFilling(): void {
    // From here on, adding a note resolves its links, as `resolveAll` may have passed it already.
    this.setState('filled', 'but for links')
    this.#change(() => {
      // They were empty until now: updating them along the way takes longer than making them again.
      this.#db.exec('DROP INDEX IF EXISTS link_by_target; DROP INDEX IF EXISTS link_by_file')
      this.#resolver.resolveAll()
      this.#db.exec(fillingIndexes)
    })
    this.setState('filled', 'yes')
  }

  /** Whether all secondary indexes exist. */
  get isComplete(): boolean {
    return this.state('tidy') !== 'no'
  }

  /** Has `complete` look again for missing indexes. */
  doubtIndexes(): void {
    this.setState('tidy', 'no')
  }

  /** Makes the missing secondary indexes, one per step. */
  *complete(): Generator<void> {
    for (const index of secondaryIndexes) {
      this.#db.exec(index)
      yield
    }
    // A sample says enough about how the rows are spread.
    this.#db.exec('PRAGMA analysis_limit = 1000; ANALYZE')
    this.#tune({ wordListBytes: 1_000_000, checkpointPages: 2_000, cacheKb: writerCacheKb })
    this.setState('tidy', 'indexed')
  }

  /** Whether the full-text index is one piece, too: filling leaves several, and each search must look into all. */
  get isTidy(): boolean {
    return this.state('tidy') === 'yes'
  }

  /** Merges the full-text index into one piece, some of it per step. */
  *tidy(): Generator<void> {
    while (this.#step(() => mergeFullText(this.#db))) yield
    this.setState('tidy', 'yes')
  }

  /** Analyses tables that have grown or shrunk tenfold since the query planner last counted them. */
  countAgain(): void {
    this.#db.pragma('optimize = 0x10012')
  }

  /**
   * The upkeep that is due after many notes were written: the last step merges the log into the index file, which a commit
   * does only for a much larger log. `shrinksLog` also truncates the log if nobody is reading it.
   */
  *settle(shrinksLog: boolean): Generator<void> {
    this.countAgain()
    yield
    this.#db.pragma(`wal_checkpoint(${shrinksLog ? 'TRUNCATE' : 'PASSIVE'})`)
  }

  #tune(to: Readonly<Record<'wordListBytes' | 'checkpointPages' | 'cacheKb', number>>): void {
    limitWordLists(this.#db, to.wordListBytes)
    this.#db.pragma(`wal_autocheckpoint = ${to.checkpointPages}`)
    this.#db.pragma(`cache_size = -${to.cacheKb}`)
  }

  /** False when SQLite finds the file or the full-text index inconsistent. */
  isSound(): boolean {
    try {
      if (this.#db.pragma('quick_check', { simple: true }) !== 'ok') return false
      checkFullText(this.#db)
      return true
    } catch (error) {
      if (isCorruption(error)) return false
      throw error
    }
  }

  state(name: string): string | null {
    return this.#readState.get(name) ?? null
  }

  setState(name: string, value: string): void {
    this.#writeState.run(name, value)
  }

  /** Runs work as one transaction that changes what is known of notes, files and links. */
  #change<Result>(work: () => Result): Result {
    return this.#step(() => {
      this.#countChange.run()
      return work()
    })
  }

  /** Runs work as one transaction. */
  #step<Result>(work: () => Result): Result {
    return this.#db.transaction(work).immediate()
  }
}
