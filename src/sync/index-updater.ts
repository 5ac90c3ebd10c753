import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { CutNotes, IndexWriter } from '../index-db/apply.ts'
import type { CutNote } from '../index-db/chunk-writer.ts'
import {
  countNotes,
  readBelow,
  readCanvasStamps,
  readFiles,
  readHashes,
  readStamps,
  readTypeFolders,
  stampReader,
} from '../index-db/indexed-state.ts'
import { noChanges, type CanvasRecord, type IndexChanges, type NoteRecord } from '../index-db/note-record.ts'
import { isCorruption, isRefused, type IndexFault } from '../index-db/open-index.ts'
import { fileNameOf, folderOf, isCanvas, isInside, isNotePath, typeFileName } from '../model/note-path.ts'
import { ignoreMatcher } from '../files/ignore-matcher.ts'
import { createIgnoreRules, isIgnoredAnywhere, type IgnoreRules } from '../files/ignore-rules.ts'
import { isSameStamp, stampOf } from '../files/read-file.ts'
import { isInNestedVault, isOrLiesInVault, walkVault } from '../files/walk-vault.ts'
import { describeProblem } from './describe-problem.ts'
import { findMoves, hashIndex } from './find-moves.ts'
import { FolderNow } from './folder-now.ts'
import { IndexFile } from './index-file.ts'
import { isLongNote, LongNote } from './long-note.ts'
import { isSuspicious, planSync, type SyncPlan } from './plan-sync.ts'
import { RecordStream } from './record-stream.ts'
import { readingOf } from './record-version.ts'
import type { SyncOptions, SyncReply, SyncRequest, SyncResult } from './sync-messages.ts'

type PathsRequest = Extract<SyncRequest, { kind: 'paths' }>
type EmbeddingRequest = Extract<
  SyncRequest,
  { kind: 'cut' | 'vectors' | 'settle-vectors' | 'forget-vectors' }
>
type RebuildRequest = Extract<SyncRequest, { kind: 'rebuild' }>
/** One look for all who have asked for it before it began. */
interface Scan {
  readonly kind: 'scan'
  readonly folder: string
  readonly ids: number[]
}
/** `tidy` is the thread's own, once it has had nothing to do for a while: nobody is answered. */
type LongRequest = Scan | RebuildRequest | { readonly kind: 'tidy' }

// The first of a vault are soon there to be found; afterwards larger commits cost less.
const notesPerCommit = { first: 500, most: 2_000 }
// Of more, the chunks can wait until something embeds them.
const mostCutAtOnce = 20
const notesPerCut = 40
const notesPerMerge = 100
const secondLookAfterMs = 1_000
const mostSavedAtOnce = 20
const saveTakesMs = 150
const lookEveryMs = 10
const fileCheckMs = 1_000
const restAfterMs = 1_000

// The reader of Markdown takes longer to load than an unchanged vault to be looked through.
const loadReader = () => import('./record-reader.ts')
const loadCutter = () => import('./cut-chunks.ts')

/**
 * Keeps one vault's index in step with its folder, and alone writes to it. Paths that somebody waits for are looked at
 * between the steps of a scan.
 */
export class IndexUpdater {
  readonly #options: SyncOptions
  readonly #folder: FolderNow
  readonly #ignored: IgnoreRules
  readonly #isNoNote: (path: string) => boolean
  readonly #reading: string
  readonly #urgent: (PathsRequest | EmbeddingRequest)[] = []
  /** Of long notes that are changed again and again: a scan goes on before they are read once more. */
  readonly #afterScan: PathsRequest[] = []
  readonly #long: LongRequest[] = []
  readonly #index: IndexFile
  /** How many notes were written since the log of the index was last brought into its file. */
  #unmerged = 0
  /** The index has just been filled: its log is as large as itself. */
  #hasLongLog = false
  /** What was looked at during a scan, of which that may have read something older. */
  #touched: Set<string> | null = null
  /** What knows every note is made again: nobody has to be told that notes may be missing. */
  #isAgain = false
  /** All notes were gone at the last look, and the index has them still. */
  #isHolding = false
  readonly #longNote = new LongNote((isUnderWay) => {
    reply({ kind: 'long', isUnderWay })
  })
  #isBusy = false
  #isClosing = false
  readonly #cancelled = new Set<number>()
  #resting: NodeJS.Timeout | null = null
  #maySpareTime = true

  constructor(options: SyncOptions) {
    this.#options = options
    this.#folder = new FolderNow(options.root, options.identity)
    this.#ignored = createIgnoreRules(options.ignore, options.nestedVaults)
    this.#reading = readingOf(options)
    this.#isNoNote = ignoreMatcher(options.noNotes ?? [])
    this.#index = new IndexFile(options, (putAside) => {
      this.#maySpareTime = true
      this.#replyOpen(putAside)
    })
    this.#replyOpen(this.#index.putAside)
    setInterval(() => {
      if (!this.#isBusy && !this.#isClosing) this.#index.follow()
    }, fileCheckMs).unref()
  }

  get #writer(): IndexWriter {
    return this.#index.writer
  }

  receive(request: SyncRequest): void {
    if (this.#resting !== null) clearTimeout(this.#resting)
    if (request.kind === 'close') this.#isClosing = true
    else if (request.kind === 'cancel') this.#cancelled.add(request.id)
    else if (request.kind === 'scan') this.#scanSoon(request.folder, request.id)
    else if (request.kind === 'rebuild') this.#long.push(request)
    else this.#urgent.push(request)
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (;;) {
      if (!this.#isClosing) this.#index.follow()
      await this.#pause()
      // Whatever came meanwhile is somebody's who waits.
      if (this.#urgent.length > 0 && (this.#long.length === 0 || this.#isClosing)) continue
      const request = this.#long.shift()
      if (request === undefined || this.#isClosing) {
        if (this.#unmerged < notesPerMerge) break
        await this.#settle()
        continue
      }
      if (request.kind === 'tidy') {
        await this.#spareTime(this.#writer.tidy(), () => !this.#isClosing && this.#long.length === 0)
        // What was merged lies in the log as well.
        this.#unmerged = Math.max(this.#unmerged, notesPerMerge)
        this.#hasLongLog = true
        continue
      }
      this.#touched = new Set()
      if (request.kind === 'scan') await this.#answer(request.ids, () => this.#scan(request.folder))
      else {
        const isCancelled = this.#cancelled.has(request.id)
        const none = Promise.resolve({ read: 0, removed: 0 })
        await this.#answer([request.id], () => (isCancelled ? none : this.#rebuild(request)))
        this.#cancelled.delete(request.id)
      }
      this.#isAgain = false
      this.#touched = null
      this.#urgent.unshift(...this.#afterScan.splice(0))
      if (this.#maySpareTime && this.#writer.isFilled && !this.#writer.isComplete)
        await this.#spareTime(this.#writer.complete(), () => !this.#isClosing)
    }
    this.#isBusy = false
    if (this.#isClosing) {
      this.#index.close()
      parentPort?.close()
    } else if (this.#maySpareTime && this.#writer.isFilled && !this.#writer.isTidy) this.#tidySoon()
  }

  /** Whoever asks before a scan of the folder, or of all, has begun is answered with it. */
  #scanSoon(folder: string, id = -1): void {
    for (const waiting of this.#long) {
      if (waiting.kind !== 'scan' || (waiting.folder !== '' && waiting.folder !== folder)) continue
      waiting.ids.push(id)
      return
    }
    this.#long.push({ kind: 'scan', folder, ids: [id] })
  }

  async #rebuild({ id, scope, identity }: RebuildRequest): Promise<SyncResult> {
    if (identity !== null) this.#folder.accept(identity)
    switch (scope) {
      case 'links':
        return this.#resolveAll()
      case 'damaged':
        this.#index.replace()
        return await this.#scan('')
      case 'vectors':
        return await this.#cutAgain(() => this.#cancelled.has(id))
      case 'all': {
        const reading = this.#writer.state('reading')
        this.#doubtEverything()
        // Only what is whole can be left as it is, and answers meanwhile.
        const isWhole = this.#writer.isFilled
        const isCancelled = () => isWhole && this.#cancelled.has(id)
        this.#isAgain = isWhole
        const counting = await countingCutter()
        const result = await this.#scan('', {
          isCancelled,
          cut: counting.cut,
          isConfirmed: identity !== null,
        })
        if (isCancelled() && reading === this.#reading) this.#writer.setState('reading', reading)
        return { ...result, chunks: counting.count() }
      }
    }
  }

  /** Cuts every note again, from the text that the index has, and has their vectors made again. */
  async #cutAgain(isCancelled: () => boolean): Promise<SyncResult> {
    const total = countNotes(this.#index.db)
    const { cut, count } = await countingCutter()
    let read = 0
    this.#isAgain = this.#writer.isFilled
    for (let last = 0; !isCancelled() && !this.#isClosing;) {
      const some = this.#writer.cutAgain(last, notesPerCut, cut)
      if (some === null) {
        this.#writer.makeVectorsAgain()
        break
      }
      last = some.last
      read += some.count
      this.#report('indexing', read, total)
      await this.#pause()
    }
    return { read, removed: 0, chunks: count() }
  }

  #tidySoon(): void {
    this.#resting = setTimeout(() => {
      this.#long.push({ kind: 'tidy' })
      if (!this.#isBusy) void this.#work()
    }, restAfterMs).unref()
  }

  async #settle(): Promise<void> {
    const shrinksLog = this.#hasLongLog
    this.#unmerged = 0
    this.#hasLongLog = false
    await this.#spareTime(this.#writer.settle(shrinksLog), () => true)
  }

  /** Does what makes the index faster and says nothing new. Nobody waits for it. */
  async #spareTime(steps: Generator<void>, mayGoOn: () => boolean): Promise<void> {
    const writer = this.#writer
    try {
      while (writer === this.#writer && mayGoOn() && steps.next().done !== true) await this.#pause()
    } catch (error) {
      if (!isRefused(error)) throw error
      // Where the disk is full, say, queries go on to take a little longer.
      this.#maySpareTime = false
      if (isCorruption(error)) this.#startAnew()
    }
  }

  /** Lets messages in and does first what somebody waits for. */
  async #pause(): Promise<void> {
    await nextTurn()
    const looked = { trusted: new Set<string>(), others: new Set<string>() }
    // What comes meanwhile has its turn after the next step of a scan: somebody may wait for that, too.
    for (const request of this.#urgent.splice(0)) {
      if (request.kind !== 'paths') await this.#answer([request.id], () => this.#serveEmbedding(request))
      else if (this.#isReadAgain(request)) this.#afterScan.push(request)
      else {
        const { id, isTrusted } = request
        const known = isTrusted ? looked.trusted : looked.others
        // All of these came before the first was looked at.
        const paths = request.paths.filter((path) => !known.has(path))
        const isDone = await this.#answer([id], () => this.#syncPaths(paths, isTrusted))
        if (isDone) for (const path of paths) known.add(path)
      }
    }
  }

  /** Whether a scan that is under way would wait once more for a long note that was looked at since it began. */
  #isReadAgain({ paths }: PathsRequest): boolean {
    return paths.some((path) => {
      if (this.#touched?.has(path) !== true) return false
      const found = this.#folder.look(path)
      return typeof found === 'object' && isLongNote(found.size)
    })
  }

  async #serveEmbedding(request: EmbeddingRequest): Promise<SyncResult> {
    if (request.kind === 'cut') {
      const { cutChunks } = await loadCutter()
      return { read: this.#writer.cutSome(notesPerCut, this.#longNote.cutting(cutChunks)), removed: 0 }
    }
    if (request.kind === 'vectors') this.#writer.putVectors(request.batch)
    else if (request.kind === 'settle-vectors') {
      this.#writer.settleVectors(request.complete)
      this.#writer.countAgain()
    } else this.#writer.forgetVectors(request.model)
    return { read: 0, removed: 0 }
  }

  /** Whether the work was done. */
  async #answer(ids: readonly number[], work: () => Promise<SyncResult>): Promise<boolean> {
    try {
      const result = await work()
      this.#longNote.end()
      // Whoever waits for the result may ask for the state at once.
      if (this.#long.length === 0) this.#report('ready')
      for (const id of ids) reply({ kind: 'done', id, result })
      return true
    } catch (error) {
      this.#longNote.end()
      if (isCorruption(error)) this.#startAnew()
      const problem = describeProblem(error, this.#options.root)
      for (const id of ids) reply({ kind: 'failed', id, ...problem })
      return false
    }
  }

  async #scan(folder: string, how: ScanHow = {}): Promise<SyncResult> {
    // A folder that is gone, a file by now, or no part of the vault is a path like any other.
    if (folder !== '' && (this.#isLeftOut(folder) || !this.#folder.hasFolder(folder)))
      return await this.#syncPaths([folder], false)
    const reading = new RecordStream(this.#options)
    try {
      return await this.#scanWith(reading, folder, how)
    } finally {
      await reading.close()
    }
  }

  async #scanWith(
    reading: RecordStream,
    folder: string,
    { isCancelled = () => false, cut: cutAll, isConfirmed = false }: ScanHow,
  ): Promise<SyncResult> {
    this.#folder.expectThere()
    this.#report('scanning')
    const { db } = this.#index
    this.#writer.markExcluded(JSON.stringify(this.#options.excluded))
    // Then every note is to be read, and the first are while the others are looked for.
    const isNew = folder === '' && countNotes(db) === 0
    const onDisk = await walkVault(
      this.#options.root,
      folder,
      { ignored: this.#ignored, isNoNote: this.#isNoNote },
      async (found) => {
        if (isNew) reading.add(found)
        await this.#pause()
      },
    )
    this.#folder.expectThere()
    for (const path of onDisk.leftovers) this.#folder.removeLeftover(path)
    const known = readStamps(db)
    const plan = planSync(
      onDisk,
      {
        notes: known,
        files: readFiles(db),
        canvases: readCanvasStamps(db),
        typeFolders: readTypeFolders(db),
      },
      folder,
    )
    // Notes that were read by another version of the reader are read again.
    const isSameReading = this.#writer.state('reading') === this.#reading
    const toRead = isSameReading ? plan.toRead : [...onDisk.notes.keys()]
    const canvasesToRead = isSameReading ? plan.canvasesToRead : [...onDisk.canvases.keys()]
    const removedNotes = await this.#lookAgain(plan.removedNotes, {
      isConfirmed,
      hasOthers: onDisk.notes.size > 0,
    })
    if (removedNotes === null) return { read: 0, removed: 0 }
    // Types first: then every note is written once, with its type.
    if (plan.typeFolders !== null) this.#apply({ ...noChanges, typeFolders: this.#typesNow(plan) })
    const gone = new Set(removedNotes)
    const vanished = gone.size > 0 ? hashIndex(readHashes(db, removedNotes)) : null
    if (!isNew) reading.add(toRead)
    const readStamp = stampReader(db)
    const isKnown = (path: string) => readStamp(path) !== null
    // What a note was cut into is replaced with the note, so that search by meaning has no gap.
    const cut = cutAll ?? (isNew || toRead.length === 0 ? null : (await loadCutter()).cutChunks)
    const which = cutAll === undefined ? 'those that were' : 'all'
    let waiting = 0
    let done = 0
    let commitAt = notesPerCommit.first
    if (!this.#writer.isFilled) this.#writer.beginFilling()
    const commit = async () => {
      waiting = 0
      if (vanished === null && this.#touched?.size === 0)
        this.#apply({ ...noChanges, notes: this.#longNote.each(reading.take()) }, cut, which)
      else {
        const notes = await this.#asTheyAreNow([...reading.take()])
        const moved = vanished === null ? [] : findMoves(notes, vanished, isKnown)
        for (const { from } of moved) gone.delete(from)
        this.#apply({ ...noChanges, notes: this.#longNote.each(notes), moved }, cut, which)
      }
      this.#report('indexing', done, toRead.length)
    }
    for await (const count of reading.arrivals(() => this.#pause())) {
      if (this.#isClosing) return { read: done, removed: 0 }
      waiting += count
      done += count
      if (waiting >= commitAt || reading.isFull || isCancelled()) {
        await commit()
        commitAt = Math.min(2 * commitAt, notesPerCommit.most)
        await this.#pause()
      }
      if (isCancelled()) return { read: done, removed: 0 }
    }
    if (waiting > 0) await commit()
    // Its memory is free for what follows.
    await reading.close()
    // Much may have happened since the walk, and may be indexed already.
    this.#apply({
      ...noChanges,
      addedFiles: plan.addedFiles.filter((path) => this.#folder.hasFile(path)),
      canvases: await this.#readCanvases(canvasesToRead),
      removedFiles: plan.removedFiles.filter((path) => this.#isFileGone(path)),
      removedNotes: [...gone].filter((path) => this.#isNoteGone(path)),
    })
    if (folder === '') {
      if (!isSameReading) {
        this.#writer.doubtIndexes()
        // A link that says what it said may mean another note by now.
        if (this.#writer.isFilled) this.#writer.resolveAll()
      }
      this.#writer.setState('reading', this.#reading)
      if (!this.#writer.isFilled) {
        this.#writer.finishFilling()
        this.#hasLongLog = true
        this.#unmerged = Math.max(this.#unmerged, notesPerMerge)
      }
    }
    return { read: done, removed: gone.size }
  }

  async #syncPaths(paths: readonly string[], isTrusted: boolean): Promise<SyncResult> {
    const { db } = this.#index
    const toRead: string[] = []
    /** At these paths there is no folder now: whatever the index knows below them is gone. */
    const noFolders: string[] = []
    const addedFiles: string[] = []
    const canvases: string[] = []
    const readStamp = stampReader(db)
    const isElsewhere = rememberFolders((folder) => isOrLiesInVault(this.#options.root, folder))
    const typeFolders = new Set(readTypeFolders(db))
    const typesBefore = [...typeFolders].join('\n')
    for (const path of paths) {
      this.#touched?.add(path)
      if (isIgnoredAnywhere(this.#ignored, path) || isElsewhere(folderOf(path))) continue
      const found = this.#folder.look(path)
      if (found === 'hidden') continue
      const stat = found === 'nothing' || !(found.isFile() || found.isDirectory()) ? null : found
      if (stat?.isDirectory() === true) {
        this.#scanSoon(path)
        continue
      }
      noFolders.push(path)
      if (fileNameOf(path) === typeFileName) {
        if (folderOf(path) === '') continue
        if (stat !== null) typeFolders.add(folderOf(path))
        else typeFolders.delete(folderOf(path))
      } else if (stat === null) continue
      else if (!isNotePath(path) || this.#isNoNote(path)) {
        addedFiles.push(path)
        if (isCanvas(path)) canvases.push(path)
      } else {
        const known = readStamp(path)
        if (known !== null && isSameStamp(known, stampOf(stat))) continue
        toRead.push(path)
        this.#longNote.begin(stat.size)
      }
    }
    // A vault that is not there has not lost its notes.
    this.#folder.expectThere()
    const below = readBelow(db, noFolders)
    for (const path of noFolders) {
      for (const folder of typeFolders) if (isInside(folder, path)) typeFolders.delete(folder)
    }
    const missing = below.notes.filter((path) => this.#isNoteGone(path))
    const sure = isTrusted ? missing : await this.#lookAgain(missing, { hasOthers: toRead.length > 0 })
    if (sure === null) return { read: 0, removed: 0 }
    const gone = new Set(sure)
    const notes = toRead.length === 0 ? [] : (await loadReader()).readChunk(this.#options, toRead)
    const moved = findMoves(notes, hashIndex(readHashes(db, [...gone])), (path) => readStamp(path) !== null)
    for (const { from } of moved) gone.delete(from)
    this.#apply(
      {
        notes,
        moved,
        removedNotes: [...gone],
        addedFiles,
        canvases: await this.#readCanvases(canvases),
        removedFiles: below.files.filter((path) => this.#isFileGone(path)),
        typeFolders: [...typeFolders].join('\n') === typesBefore ? null : [...typeFolders],
      },
      notes.length > 0 ? (await loadCutter()).cutChunks : null,
      notes.length <= mostCutAtOnce ? 'all' : 'those that were',
    )
    return { read: notes.length, removed: gone.size }
  }

  /**
   * Which of these notes are gone for certain. When too many are missing at once, a second look has to agree. Null where
   * no note is left at all: then the index stays as it is until there are notes again, or somebody confirms it.
   */
  async #lookAgain(
    absent: readonly string[],
    { isConfirmed = false, hasOthers }: { readonly isConfirmed?: boolean; readonly hasOthers: boolean },
  ): Promise<readonly string[] | null> {
    if (this.#isHolding && !isConfirmed) this.#scanSoon('')
    this.#isHolding = false
    const missing = isConfirmed ? absent : await this.#stayingAway(absent)
    const isLeft = () => isConfirmed || hasOthers || this.#hasNoteLeft()
    const isFew = !isSuspicious(missing.length, countNotes(this.#index.db))
    if (missing.length === 0 || (isFew && isLeft())) return missing
    this.#report('doubtful', missing.length, missing.length)
    await wait(secondLookAfterMs)
    this.#folder.expectThere()
    this.#report('ready')
    const gone = missing.filter((path) => this.#isNoteGone(path))
    if (gone.length === 0 || isLeft()) return gone
    this.#isHolding = true
    return null
  }

  #hasNoteLeft(): boolean {
    for (const path of this.#index.db.prepare<[], string>('SELECT path FROM note').pluck().iterate())
      if (!this.#folder.isGone(path)) return true
    return false
  }

  /** Those of a few notes that an editor is not just saving: some delete a file and make it again at once. */
  async #stayingAway(absent: readonly string[]): Promise<readonly string[]> {
    if (absent.length > mostSavedAtOnce) return absent
    let away = absent
    for (const end = performance.now() + saveTakesMs; away.length > 0 && performance.now() < end;) {
      await wait(lookEveryMs)
      away = away.filter((path) => this.#isNoteGone(path))
    }
    return away
  }

  /**
   * Without those that an editor has just emptied and is about to write, and those that may not be read any more: until
   * they have a text they are as they were.
   */
  *#written(notes: Iterable<NoteRecord>): Generator<NoteRecord> {
    for (const note of notes) {
      const { path, stamp } = note
      if (note.isUnread === true && stampReader(this.#index.db)(path) !== null) continue
      const isJustEmptied = stamp.size === 0 && Date.now() - stamp.mtime < saveTakesMs
      const known = isJustEmptied ? stampReader(this.#index.db)(path) : null
      if (known === null || known.size === 0) yield note
      else this.#lookLater(path)
    }
  }

  #lookLater(path: string): void {
    setTimeout(() => {
      if (!this.#isClosing) this.receive({ kind: 'paths', id: -1, paths: [path], isTrusted: false })
    }, saveTakesMs).unref()
  }

  /** Only when it is certain: what may not be seen is not gone. */
  #isGone(path: string): boolean {
    return this.#isLeftOut(path) || this.#folder.isGone(path)
  }

  /** A note is gone, too, where its folder holds documents by now, and a document where it does no longer. */
  #isNoteGone(path: string): boolean {
    return this.#isNoNote(path) || this.#isGone(path)
  }

  #isFileGone(path: string): boolean {
    return (isNotePath(path) && !this.#isNoNote(path)) || this.#isGone(path)
  }

  #isLeftOut(path: string): boolean {
    return isIgnoredAnywhere(this.#ignored, path) || isInNestedVault(this.#options.root, path)
  }

  #apply(changes: IndexChanges, cut: CutNote | null = null, which: CutNotes = 'all'): void {
    const { notes, moved, removedNotes, addedFiles, canvases, removedFiles, typeFolders } = changes
    const lists = [notes, moved, removedNotes, addedFiles, canvases, removedFiles]
    if (typeFolders === null && lists.every((list) => Array.isArray(list) && list.length === 0)) return
    const written = this.#writer.apply({ ...changes, notes: this.#written(notes) }, cut, which)
    this.#longNote.end()
    const paths = [...written, ...removedNotes, ...moved.map(({ from }) => from)]
    this.#unmerged += paths.length
    reply({ kind: 'changed', paths })
  }

  /** Makes the next scan read every note again, and replaces an index file that fails its own check. */
  #doubtEverything(): void {
    if (this.#writer.isSound()) this.#writer.setState('reading', '')
    else this.#index.replace()
  }

  #resolveAll(): SyncResult {
    this.#writer.resolveAll()
    return { read: 0, removed: 0 }
  }

  #startAnew(): void {
    this.#index.replace()
    this.#scanSoon('')
  }

  #replyOpen(putAside: IndexFault | null): void {
    reply({ kind: 'open', putAside, isFilled: this.#writer.isFilled })
  }

  #report(state: 'scanning' | 'indexing' | 'doubtful' | 'ready', done = 0, total = 0): void {
    reply({ kind: 'progress', progress: { state, done, total, isAgain: this.#isAgain } })
  }

  /** The records, read again where the file has changed since. Only what was touched: of the rest the watcher will tell. */
  async #asTheyAreNow(records: readonly NoteRecord[]): Promise<readonly NoteRecord[]> {
    if (!records.some(({ path }) => this.#isTouched(path))) return records
    const { readChunk } = await loadReader()
    const folders = new Set<string>()
    return records.flatMap((record) => {
      if (!this.#isTouched(record.path)) return [record]
      const found = this.#folder.look(record.path, folders)
      if (typeof found !== 'object' || !found.isFile()) return []
      return isSameStamp(stampOf(found), record.stamp) ? [record] : readChunk(this.#options, [record.path])
    })
  }

  /** The folders that a scan found to have types, where the disk still says so; else what is known of them by now. */
  #typesNow({ typeFolders }: SyncPlan): readonly string[] {
    const found = new Set(typeFolders)
    const known = readTypeFolders(this.#index.db)
    const isType = (folder: string) => this.#folder.hasFile(`${folder}/${typeFileName}`)
    return [
      ...[...found].filter((folder) => known.has(folder) || isType(folder)),
      ...[...known].filter((folder) => !found.has(folder) && isType(folder)),
    ]
  }

  /** Itself, or a folder on the way. */
  #isTouched(path: string): boolean {
    const touched = this.#touched
    if (touched === null || touched.size === 0) return false
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (touched.has(path.slice(0, end))) return true
    return touched.has(path)
  }

  async #readCanvases(paths: readonly string[]): Promise<readonly CanvasRecord[]> {
    return paths.length === 0 ? [] : (await loadReader()).readCanvases(this.#options.root, paths)
  }
}

interface ScanHow {
  readonly isCancelled?: () => boolean
  /** Somebody has confirmed that what is not there is gone. */
  readonly isConfirmed?: boolean
  /** Cuts every note that is read; without it those that were cut before. */
  readonly cut?: CutNote
}

async function countingCutter(): Promise<{ readonly cut: CutNote; readonly count: () => number }> {
  const { cutChunks } = await loadCutter()
  let count = 0
  return {
    cut: (note) => {
      const chunks = cutChunks(note)
      count += chunks.length
      return chunks
    },
    count: () => count,
  }
}

/** Of many paths most lie in the same few folders. */
function rememberFolders(ask: (folder: string) => boolean): (folder: string) => boolean {
  const known = new Map<string, boolean>()
  return (folder) => {
    const answer = known.get(folder) ?? ask(folder)
    known.set(folder, answer)
    return answer
  }
}

function reply(message: SyncReply): void {
  parentPort?.postMessage(message)
}
