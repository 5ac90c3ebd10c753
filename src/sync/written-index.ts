import type { CutNotes, IndexWriter } from '../index-db/apply.ts'
import type { CutNote } from '../index-db/chunk-writer.ts'
import { stampReader } from '../index-db/indexed-state.ts'
import type { IndexChanges, NoteRecord } from '../index-db/note-record.ts'
import { isCorruption, isRefused, type IndexDatabase, type IndexFault } from '../index-db/open-index.ts'
import { collectGarbage } from '../runtime/collect-garbage.ts'
import { IndexFile } from './index-file.ts'
import type { LongNote } from './long-note.ts'
import { saveTakesMs } from './missing-notes.ts'
import type { SyncOptions } from './sync-messages.ts'

export interface WritingDoors {
  readonly longNote: LongNote
  /** The index is open, for the first time or again. */
  readonly onOpen: (putAside: IndexFault | null, isFilled: boolean) => void
  readonly onChanged: (paths: readonly string[]) => void
  /** The index was replaced and is empty. */
  readonly onReplaced: () => void
  readonly lookLater: (path: string) => void
  /** Lets messages in. */
  readonly pause: () => Promise<void>
}

const notesPerMerge = 100
// Filling an index with so many leaves megabytes that nobody needs, and a thread that rests keeps them for long.
const manyNotes = 1_000

/** One vault's index as its thread writes it: changes, and the upkeep of the file afterwards. */
export class WrittenIndex {
  readonly file: IndexFile
  readonly #doors: WritingDoors
  /** Notes written since the log was last merged into the index file. */
  #unmerged = 0
  /** The index has just been filled: its log is as large as the file. */
  #hasLongLog = false
  #maySpareTime = true

  constructor(options: SyncOptions, doors: WritingDoors) {
    this.#doors = doors
    this.file = new IndexFile(options, (putAside) => {
      this.#maySpareTime = true
      doors.onOpen(putAside, this.writer.isFilled)
    })
    doors.onOpen(this.file.putAside, this.writer.isFilled)
  }

  get db(): IndexDatabase {
    return this.file.db
  }

  get writer(): IndexWriter {
    return this.file.writer
  }

  apply(changes: IndexChanges, cut: CutNote | null = null, which: CutNotes = 'all'): void {
    const { notes, moved, removedNotes, addedFiles, canvases, removedFiles, typeFolders } = changes
    const lists = [notes, moved, removedNotes, addedFiles, canvases, removedFiles]
    if (typeFolders === null && lists.every((list) => Array.isArray(list) && list.length === 0)) return
    const { longNote, onChanged } = this.#doors
    const written = this.writer.apply({ ...changes, notes: longNote.each(this.#withText(notes)) }, cut, which)
    longNote.end()
    const paths = [...written, ...removedNotes, ...moved.map(({ from }) => from)]
    this.#unmerged += paths.length
    onChanged(paths)
  }

  /**
   * Leaves out notes that an editor has just emptied and is about to write, and notes that may no longer be read: they
   * stay as they were until they have a text.
   */
  *#withText(notes: Iterable<NoteRecord>): Generator<NoteRecord> {
    for (const note of notes) {
      const { path, stamp } = note
      if (note.isUnread === true && stampReader(this.db)(path) !== null) {
        this.writer.setUnread(path, note.problem)
        continue
      }
      const isJustEmptied = stamp.size === 0 && Date.now() - stamp.mtime < saveTakesMs
      const known = isJustEmptied ? stampReader(this.db)(path) : null
      if (known === null || known.size === 0) yield note
      else this.#doors.lookLater(path)
    }
  }

  /** Replaces a damaged index file. */
  startAnew(): void {
    this.file.replace()
    this.#doors.onReplaced()
  }

  /** Makes the next scan read every note again, and replaces an index file that fails its integrity check. */
  doubtEverything(): void {
    if (this.writer.isSound()) this.writer.setState('reading', '')
    else this.file.replace()
  }

  /** Resolves every link once all notes are in the index, and marks it filled. */
  finishFilling(): void {
    this.writer.finishFilling()
    if (this.#unmerged >= manyNotes) collectGarbage()
    this.#expectLongLog()
  }

  /** Whether so much was written that `settle` is due. */
  get isUnsettled(): boolean {
    return this.#unmerged >= notesPerMerge
  }

  async settle(): Promise<void> {
    const shrinksLog = this.#hasLongLog
    this.#unmerged = 0
    this.#hasLongLog = false
    await this.#spareTime(this.writer.settle(shrinksLog), () => true)
  }

  /** Adds what only saves time to a filled index, as far as it is missing. */
  async complete(mayGoOn: () => boolean): Promise<void> {
    if (this.#maySpareTime && this.writer.isFilled && !this.writer.isComplete)
      await this.#spareTime(this.writer.complete(), mayGoOn)
  }

  /** Whether the full-text index could be merged into one piece. */
  get isUntidy(): boolean {
    return this.#maySpareTime && this.writer.isFilled && !this.writer.isTidy
  }

  async tidy(mayGoOn: () => boolean): Promise<void> {
    await this.#spareTime(this.writer.tidy(), mayGoOn)
    // What was merged is in the log as well.
    this.#expectLongLog()
  }

  #expectLongLog(): void {
    this.#unmerged = Math.max(this.#unmerged, notesPerMerge)
    this.#hasLongLog = true
  }

  /** Runs optional steps that make the index faster. Nobody waits for them. */
  async #spareTime(steps: Generator<void>, mayGoOn: () => boolean): Promise<void> {
    const writer = this.writer
    try {
      while (writer === this.writer && mayGoOn() && steps.next().done !== true) await this.#doors.pause()
    } catch (error) {
      if (!isRefused(error)) throw error
      // After a failure, as of a full disk, queries just take a little longer.
      this.#maySpareTime = false
      if (isCorruption(error)) this.startAnew()
    }
  }
}
