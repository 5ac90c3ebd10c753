import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { IndexWriter } from '../index-db/apply.ts'
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
import { fileNameOf, folderOf, isCanvas, isInside, typeFileName } from '../model/note-path.ts'
import { createIgnoreRules, isIgnoredAnywhere, type IgnoreRules } from '../files/ignore-rules.ts'
import { isMissing, isSameStamp, stampOf } from '../files/read-file.ts'
import { isInNestedVault, isOrLiesInVault, walkVault } from '../files/walk-vault.ts'
import { findMoves, hashIndex } from './find-moves.ts'
import { FolderNow } from './folder-now.ts'
import { IndexFile } from './index-file.ts'
import { isSuspicious, planSync, type SyncPlan } from './plan-sync.ts'
import { RecordStream } from './record-stream.ts'
import { recordVersion } from './record-version.ts'
import type { SyncOptions, SyncReply, SyncRequest, SyncResult } from './sync-messages.ts'

type PathsRequest = Extract<SyncRequest, { kind: 'paths' }>
type EmbeddingRequest = Extract<
  SyncRequest,
  { kind: 'cut' | 'vectors' | 'settle-vectors' | 'forget-vectors' }
>
/** `tidy` is the thread's own, once it has had nothing to do for a while: nobody is answered. */
type LongRequest = Extract<SyncRequest, { kind: 'scan' | 'rebuild' }> | { readonly kind: 'tidy' }

// The first of a vault are soon there to be found; afterwards larger commits cost less.
const notesPerCommit = { first: 500, most: 2_000 }
// Of more, the chunks can wait until something embeds them.
const mostCutAtOnce = 20
const notesPerCut = 40
const notesPerMerge = 100
const secondLookAfterMs = 1_000
const fileCheckMs = 1_000
const restAfterMs = 1_000

// The reader of Markdown takes longer to load than an unchanged vault to be looked through.
const loadReader = () => import('./record-reader.ts')
const loadCutter = () => import('./cut-note.ts')

/**
 * Keeps one vault's index in step with its folder, and alone writes to it. Paths that somebody waits for are looked at
 * between the steps of a scan.
 */
export class IndexUpdater {
  readonly #options: SyncOptions
  readonly #folder: FolderNow
  readonly #ignored: IgnoreRules
  readonly #urgent: (PathsRequest | EmbeddingRequest)[] = []
  readonly #long: LongRequest[] = []
  readonly #index: IndexFile
  /** How many notes were written since the log of the index was last brought into its file. */
  #unmerged = 0
  /** The index has just been filled: its log is as large as itself. */
  #hasLongLog = false
  /** What was looked at during a scan, of which that may have read something older. */
  #touched: Set<string> | null = null
  #isBusy = false
  #isClosing = false
  readonly #cancelled = new Set<number>()
  #resting: NodeJS.Timeout | null = null
  #maySpareTime = true

  constructor(options: SyncOptions) {
    this.#options = options
    this.#folder = new FolderNow(options.root)
    this.#ignored = createIgnoreRules(options.ignore, options.nestedVaults)
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
    else if (request.kind === 'scan' || request.kind === 'rebuild') this.#long.push(request)
    else this.#urgent.push(request)
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (;;) {
      if (!this.#isClosing) this.#index.follow()
      await this.#pause()
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
      await this.#answer(request.id, async () => {
        if (request.kind === 'scan') return await this.#scan(request.folder)
        if (this.#cancelled.has(request.id)) return { read: 0, removed: 0 }
        if (request.scope === 'links') return this.#resolveAll()
        const reading = this.#writer.state('reading')
        if (request.scope === 'damaged') this.#index.replace()
        else this.#doubtEverything()
        // Only what was whole before can be left as it is.
        const isCancelled = () => this.#cancelled.has(request.id) && this.#writer.isFilled
        const result = await this.#scan('', isCancelled)
        if (isCancelled() && reading === recordVersion) this.#writer.setState('reading', reading)
        return result
      })
      this.#touched = null
      this.#cancelled.delete(request.id)
      if (this.#maySpareTime && this.#writer.isFilled && !this.#writer.isComplete)
        await this.#spareTime(this.#writer.complete(), () => !this.#isClosing)
    }
    this.#isBusy = false
    if (this.#isClosing) {
      this.#index.close()
      parentPort?.close()
    } else if (this.#maySpareTime && this.#writer.isFilled && !this.#writer.isTidy) this.#tidySoon()
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
    for (let request = this.#urgent.shift(); request !== undefined; request = this.#urgent.shift()) {
      await this.#answer(request.id, () =>
        request.kind === 'paths'
          ? this.#syncPaths(request.paths, request.isTrusted)
          : this.#serveEmbedding(request),
      )
    }
  }

  async #serveEmbedding(request: EmbeddingRequest): Promise<SyncResult> {
    if (request.kind === 'cut') {
      const { cutNote } = await loadCutter()
      return { read: this.#writer.cutSome(notesPerCut, cutNote), removed: 0 }
    }
    if (request.kind === 'vectors') this.#writer.putVectors(request.batch)
    else if (request.kind === 'settle-vectors') {
      this.#writer.settleVectors(request.complete)
      this.#writer.countAgain()
    } else this.#writer.forgetVectors(request.model)
    return { read: 0, removed: 0 }
  }

  async #answer(id: number, work: () => Promise<SyncResult>): Promise<void> {
    try {
      const result = await work()
      // Whoever waits for the result may ask for the state at once.
      if (this.#long.length === 0) this.#report('ready')
      reply({ kind: 'done', id, result })
    } catch (error) {
      if (isCorruption(error)) this.#startAnew()
      const reason = isFileError(error) ? 'vault' : 'index'
      reply({ kind: 'failed', id, reason, message: error instanceof Error ? error.message : String(error) })
    }
  }

  async #scan(folder: string, isCancelled = () => false): Promise<SyncResult> {
    // A folder that is gone, or a file by now, is a path like any other.
    if (folder !== '' && !this.#folder.hasFolder(folder)) return await this.#syncPaths([folder], false)
    const reading = new RecordStream(this.#options.root)
    try {
      return await this.#scanWith(reading, folder, isCancelled)
    } finally {
      await reading.close()
    }
  }

  async #scanWith(reading: RecordStream, folder: string, isCancelled: () => boolean): Promise<SyncResult> {
    this.#report('scanning')
    const { db } = this.#index
    // Then every note is to be read, and the first are while the others are looked for.
    const isNew = folder === '' && countNotes(db) === 0
    const onDisk = await walkVault(this.#options.root, folder, this.#ignored, async (found) => {
      if (isNew) reading.add(found)
      await this.#pause()
    })
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
    const isSameReading = this.#writer.state('reading') === recordVersion
    const toRead = isSameReading ? plan.toRead : [...onDisk.notes.keys()]
    const canvasesToRead = isSameReading ? plan.canvasesToRead : [...onDisk.canvases.keys()]
    const removedNotes = await this.#lookAgain(plan.removedNotes, false)
    // Types first: then every note is written once, with its type.
    if (plan.typeFolders !== null) this.#apply({ ...noChanges, typeFolders: this.#typesNow(plan) })
    const gone = new Set(removedNotes)
    const vanished = gone.size > 0 ? hashIndex(readHashes(db, removedNotes)) : null
    if (!isNew) reading.add(toRead)
    const readStamp = stampReader(db)
    const isKnown = (path: string) => readStamp(path) !== null
    let waiting = 0
    let done = 0
    let commitAt = notesPerCommit.first
    if (!this.#writer.isFilled) this.#writer.beginFilling()
    const commit = async () => {
      waiting = 0
      if (vanished === null && this.#touched?.size === 0) this.#apply({ ...noChanges, notes: reading.take() })
      else {
        const notes = await this.#asTheyAreNow([...reading.take()])
        const moved = vanished === null ? [] : findMoves(notes, vanished, isKnown)
        for (const { from } of moved) gone.delete(from)
        this.#apply({ ...noChanges, notes, moved })
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
      removedFiles: plan.removedFiles.filter((path) => this.#isGone(path)),
      removedNotes: [...gone].filter((path) => this.#isGone(path)),
    })
    if (folder === '') {
      if (!isSameReading) this.#writer.doubtIndexes()
      this.#writer.setState('reading', recordVersion)
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
        this.#long.push({ kind: 'scan', id: -1, folder: path })
        continue
      }
      noFolders.push(path)
      if (fileNameOf(path) === typeFileName) {
        if (folderOf(path) === '') continue
        if (stat !== null) typeFolders.add(folderOf(path))
        else typeFolders.delete(folderOf(path))
      } else if (stat === null) continue
      else if (!/\.md$/i.test(path)) {
        addedFiles.push(path)
        if (isCanvas(path)) canvases.push(path)
      } else {
        const known = readStamp(path)
        if (known === null || !isSameStamp(known, stampOf(stat))) toRead.push(path)
      }
    }
    // A vault that is not there has not lost its notes.
    this.#folder.expectThere()
    const below = readBelow(db, noFolders)
    for (const path of noFolders) {
      for (const folder of typeFolders) if (isInside(folder, path)) typeFolders.delete(folder)
    }
    const gone = new Set(
      await this.#lookAgain(
        below.notes.filter((path) => this.#isGone(path)),
        isTrusted,
      ),
    )
    const notes = toRead.length === 0 ? [] : (await loadReader()).readChunk(this.#options.root, toRead)
    const moved = findMoves(notes, hashIndex(readHashes(db, [...gone])), (path) => readStamp(path) !== null)
    for (const { from } of moved) gone.delete(from)
    this.#apply(
      {
        notes,
        moved,
        removedNotes: [...gone],
        addedFiles,
        canvases: await this.#readCanvases(canvases),
        removedFiles: below.files.filter((path) => this.#isGone(path)),
        typeFolders: [...typeFolders].join('\n') === typesBefore ? null : [...typeFolders],
      },
      notes.length > 0 && notes.length <= mostCutAtOnce ? (await loadCutter()).cutNote : null,
    )
    return { read: notes.length, removed: gone.size }
  }

  /** Which of these notes are gone for certain. When too many are missing at once, a second look has to agree. */
  async #lookAgain(missing: readonly string[], isTrusted: boolean): Promise<readonly string[]> {
    if (isTrusted || !isSuspicious(missing.length, countNotes(this.#index.db))) return missing
    this.#report('doubtful', missing.length, missing.length)
    await wait(secondLookAfterMs)
    this.#folder.expectThere()
    this.#report('ready')
    return missing.filter((path) => this.#isGone(path))
  }

  /** Only when it is certain: what may not be seen is not gone. */
  #isGone(path: string): boolean {
    if (isIgnoredAnywhere(this.#ignored, path) || isInNestedVault(this.#options.root, path)) return true
    return this.#folder.isGone(path)
  }

  #apply(changes: IndexChanges, cut: CutNote | null = null): void {
    const { notes, moved, removedNotes, addedFiles, canvases, removedFiles, typeFolders } = changes
    const lists = [notes, moved, removedNotes, addedFiles, canvases, removedFiles]
    if (typeFolders === null && lists.every((list) => Array.isArray(list) && list.length === 0)) return
    const written = this.#writer.apply(changes, cut)
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
    this.#long.push({ kind: 'scan', id: -1, folder: '' })
  }

  #replyOpen(putAside: IndexFault | null): void {
    reply({ kind: 'open', putAside, isFilled: this.#writer.isFilled })
  }

  #report(state: 'scanning' | 'indexing' | 'doubtful' | 'ready', done = 0, total = 0): void {
    reply({ kind: 'progress', progress: { state, done, total } })
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
      return isSameStamp(stampOf(found), record.stamp)
        ? [record]
        : readChunk(this.#options.root, [record.path])
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

/** Of many paths most lie in the same few folders. */
function rememberFolders(ask: (folder: string) => boolean): (folder: string) => boolean {
  const known = new Map<string, boolean>()
  return (folder) => {
    const answer = known.get(folder) ?? ask(folder)
    known.set(folder, answer)
    return answer
  }
}

function isFileError(error: unknown): boolean {
  return isMissing(error) || (error instanceof Error && 'syscall' in error)
}

function reply(message: SyncReply): void {
  parentPort?.postMessage(message)
}
