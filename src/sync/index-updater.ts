import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf } from '../model/error-code.ts'
import { isCorruption, isRefused } from '../index-db/open-index.ts'
import { describeProblem } from './describe-problem.ts'
import { FolderNow } from './folder-now.ts'
import { isLongNote, LongNote } from './long-note.ts'
import { MissingNotes, saveTakesMs } from './missing-notes.ts'
import { OwnMaking } from './own-making.ts'
import { notesPerCut, rebuildIndex, type RebuildRequest } from './rebuild-index.ts'
import { scanFolder } from './scan-folder.ts'
import { loadCutter, type SeenVault, type SyncDesk } from './sync-desk.ts'
import type {
  ReportProgress,
  SyncOptions,
  SyncProgress,
  SyncReply,
  SyncRequest,
  SyncResult,
} from './sync-messages.ts'
import { syncPaths } from './sync-paths.ts'
import { TouchedPaths } from './touched-paths.ts'
import { WrittenIndex } from './written-index.ts'

type PathsRequest = Extract<SyncRequest, { kind: 'paths' }>
type EmbeddingRequest = Extract<
  SyncRequest,
  { kind: 'cut' | 'vectors' | 'settle-vectors' | 'forget-vectors' | 'own' | 'make-own' }
>
type MakingRequest = Extract<SyncRequest, { kind: 'make-own' }>
/** One scan that answers every request made before it began. */
interface Scan {
  readonly kind: 'scan'
  readonly folder: string
  readonly ids: number[]
}
/** `tidy` is the thread's own request after a while without work: it has no caller. */
type LongRequest = Scan | RebuildRequest | { readonly kind: 'tidy' }

/** Who gets the replies: the thread's port. */
export interface Caller {
  readonly postMessage: (reply: SyncReply) => void
  readonly close: () => void
}

const fileCheckMs = 1_000
const restAfterMs = 1_000

/**
 * Keeps one vault's index in step with its folder and is its only writer. Decides the order of work: paths that a
 * caller waits for are looked at between the steps of a scan.
 */
export class IndexUpdater {
  readonly #caller: Caller
  readonly #desk: SyncDesk
  readonly #urgent: (PathsRequest | EmbeddingRequest)[] = []
  /** Long notes that keep changing: a scan goes on before they are read once more. */
  readonly #afterScan: PathsRequest[] = []
  readonly #long: LongRequest[] = []
  /** What was last reported. */
  #state: SyncProgress['state'] = 'scanning'
  /** An index that knows every note is being rebuilt: answers need no warning that notes may be missing. */
  #isAgain = false
  #isBusy = false
  /** A look or a rebuild is under way, and tells itself how far it is. */
  #isAtLong = false
  #isClosing = false
  readonly #cancelled = new Set<number>()
  readonly #ownMaking = new OwnMaking()
  readonly #following: NodeJS.Timeout
  #resting: NodeJS.Timeout | null = null
  #seen: SeenVault | null = null

  constructor(options: SyncOptions, caller: Caller) {
    this.#caller = caller
    const folder = new FolderNow(options)
    const longNote = new LongNote((isUnderWay) => {
      this.#reply({ kind: 'long', isUnderWay })
    })
    const pause = () => this.#pause()
    const index = new WrittenIndex(options, {
      longNote,
      pause,
      onOpen: (putAside, isFilled) => {
        this.#reply({ kind: 'open', putAside, isFilled })
      },
      onChanged: (paths) => {
        this.#reply({ kind: 'changed', paths })
      },
      onReplaced: () => {
        this.#scanSoon('')
      },
      lookLater: this.#lookLater,
    })
    const tell = { report: this.#report, scanSoon: this.#scanSoon }
    this.#desk = {
      options,
      folder,
      index,
      longNote,
      touched: new TouchedPaths(),
      missing: new MissingNotes({ folder, index: index.file, ...tell }),
      isClosing: () => this.#isClosing,
      pause,
      ...tell,
      takeSeen: () => {
        const seen = this.#seen
        this.#seen = null
        return seen
      },
    }
    this.#following = setInterval(() => {
      if (!this.#isBusy && !this.#isClosing) index.file.follow()
    }, fileCheckMs).unref()
  }

  /** Has the next scan of the whole vault begin with what was just seen of it. */
  believe(seen: SeenVault): void {
    this.#seen = seen
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
    const { index, touched } = this.#desk
    this.#isBusy = true
    for (;;) {
      if (!this.#isClosing) index.file.follow()
      await this.#pause()
      // What came meanwhile has a caller who waits.
      if (this.#urgent.length > 0 && (this.#long.length === 0 || this.#isClosing)) continue
      const request = this.#long.shift()
      if (request === undefined || this.#isClosing) {
        if (!index.isUnsettled) break
        await index.settle()
        continue
      }
      if (request.kind === 'tidy') {
        await index.tidy(() => !this.#isClosing && this.#long.length === 0)
        continue
      }
      touched.begin()
      if (request.kind === 'scan')
        await this.#answer(request.ids, () => this.#atLong(() => scanFolder(this.#desk, request.folder)))
      else await this.#rebuild(request)
      this.#isAgain = false
      touched.end()
      this.#urgent.unshift(...this.#afterScan.splice(0))
      await index.complete(() => !this.#isClosing)
    }
    this.#isBusy = false
    if (this.#isClosing) {
      clearInterval(this.#following)
      index.file.close()
      this.#caller.close()
    } else if (index.isUntidy) this.#tidySoon()
  }

  async #rebuild(request: RebuildRequest): Promise<void> {
    const { id } = request
    const isCancelled = () => this.#cancelled.has(id)
    const wasCancelled = isCancelled()
    const onAgain = (isAgain: boolean) => {
      this.#isAgain = isAgain
    }
    await this.#answer([id], async () =>
      wasCancelled
        ? nothing
        : await this.#atLong(() => rebuildIndex(this.#desk, request, { isCancelled, onAgain })),
    )
    this.#cancelled.delete(id)
  }

  /** A request that comes before a scan of its folder, or of the whole vault, has begun is answered by that scan. */
  readonly #scanSoon = (folder: string, id = -1): void => {
    for (const waiting of this.#long) {
      if (waiting.kind !== 'scan' || (waiting.folder !== '' && waiting.folder !== folder)) continue
      waiting.ids.push(id)
      return
    }
    this.#long.push({ kind: 'scan', folder, ids: [id] })
  }

  #tidySoon(): void {
    this.#resting = setTimeout(() => {
      this.#long.push({ kind: 'tidy' })
      void this.#work()
    }, restAfterMs).unref()
  }

  /** Looks again once an editor that has just emptied a note has written it. */
  readonly #lookLater = (path: string): void => {
    setTimeout(() => {
      if (!this.#isClosing) this.receive({ kind: 'paths', id: -1, paths: [path], isTrusted: false })
    }, saveTakesMs).unref()
  }

  /** Lets messages in and serves waiting callers first. */
  async #pause(): Promise<void> {
    await nextTurn()
    const looked = { trusted: new Set<string>(), others: new Set<string>() }
    // What comes meanwhile is served after the next step of a scan, which may have a caller, too.
    for (const request of this.#urgent.splice(0)) {
      if (request.kind !== 'paths') await this.#answer([request.id], () => this.#serveEmbedding(request))
      else if (this.#isReadAgain(request)) this.#afterScan.push(request)
      else {
        const { id, isTrusted } = request
        const known = isTrusted ? looked.trusted : looked.others
        // All of these came before the first was looked at.
        const paths = request.paths.filter((path) => !known.has(path))
        const isDone = await this.#answer([id], () => syncPaths(this.#desk, paths, isTrusted))
        if (isDone) for (const path of paths) known.add(path)
      }
    }
  }

  /** Whether a running scan would wait again for a long note that was already looked at since it began. */
  #isReadAgain({ paths }: PathsRequest): boolean {
    const { folder, touched } = this.#desk
    return paths.some((path) => {
      if (!touched.has(path)) return false
      const found = folder.look(path)
      return typeof found === 'object' && isLongNote(found.size)
    })
  }

  async #serveEmbedding(request: EmbeddingRequest): Promise<SyncResult> {
    const { index, longNote } = this.#desk
    if (request.kind === 'cut') {
      const { cutChunks } = await loadCutter()
      return { read: index.writer.cutSome(notesPerCut, longNote.cutting(cutChunks)), removed: 0 }
    }
    if (request.kind === 'make-own') return await this.#makeOwn(request.order)
    if (request.kind === 'own') index.writer.putOwn(request.step)
    else if (request.kind === 'vectors') index.writer.putVectors(request.batch)
    else if (request.kind === 'settle-vectors') {
      index.writer.settleVectors(request.complete)
      index.writer.countAgain()
    } else index.writer.forgetVectors(request.model)
    return nothing
  }

  async #makeOwn(order: MakingRequest['order']): Promise<SyncResult> {
    const { index } = this.#desk
    try {
      if (order === 'stop') this.#ownMaking.end()
      else if (order === 'begin') return { read: Number(await this.#ownMaking.begin(index)), removed: 0 }
      else return { read: Number(this.#ownMaking.goOn(index)), removed: 0 }
    } catch (error) {
      if (isRefused(error)) throw error
      return { ...nothing, fault: messageOf(error) }
    }
    return nothing
  }

  async #atLong(work: () => Promise<SyncResult>): Promise<SyncResult> {
    this.#isAtLong = true
    try {
      return await work()
    } finally {
      this.#isAtLong = false
    }
  }

  /** True when the work was done. */
  async #answer(ids: readonly number[], work: () => Promise<SyncResult>): Promise<boolean> {
    const { index, longNote, options } = this.#desk
    try {
      const result = await work()
      longNote.end()
      // A caller may ask for the state as soon as the result arrives.
      if (!this.#isAtLong && this.#long.length === 0) this.#report('ready')
      else if (this.#state === 'ready' && this.#long.some(({ kind }) => kind === 'scan'))
        this.#report('scanning')
      for (const id of ids) this.#reply({ kind: 'done', id, result })
      return true
    } catch (error) {
      longNote.end()
      if (isCorruption(error)) index.startAnew()
      const problem = describeProblem(error, options.root)
      for (const id of ids) this.#reply({ kind: 'failed', id, ...problem })
      return false
    }
  }

  #reply(message: SyncReply): void {
    this.#caller.postMessage(message)
  }

  readonly #report: ReportProgress = (state, done = 0, total = 0) => {
    this.#state = state
    this.#reply({ kind: 'progress', progress: { state, done, total, isAgain: this.#isAgain } })
  }
}

const nothing: SyncResult = { read: 0, removed: 0 }
