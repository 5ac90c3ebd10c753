import type { Coordination } from '../locks/coordination.ts'
import type { Held } from '../locks/held-lock.ts'
import { atMost } from '../model/at-most.ts'
import type { Log } from '../model/log.ts'
import { watchFolder, type FolderWatcher } from '../watch/watch-folder.ts'
import { createIgnoreRules } from '../files/ignore-rules.ts'
import { Sync } from './sync.ts'
import type { SyncOptions, SyncProgress } from './sync-messages.ts'
import { messageOf } from '../model/error-code.ts'
import type { IndexThread } from './sync-worker.ts'

export interface KeeperOptions extends SyncOptions {
  /** Paths and globs that are watched but hold no notes. */
  readonly noNotes: readonly string[]
  /** Poll instead of waiting for events. */
  readonly poll: boolean
  /** Seconds between two scans of every file; 0 turns them off. */
  readonly reconcileInterval: number
  /** For a process that answers once: it looks at the folder at once, and watches it only when it stays longer. */
  readonly isBrief?: boolean
}

export interface KeeperEvents {
  /** The index file can be read. Called again after it had to be replaced. */
  readonly onOpen: () => void
  readonly onChanged: (paths: readonly string[]) => void
  /** The watcher saw these paths; null where anything may have changed. */
  readonly onSeen: (paths: readonly string[] | null) => void
}

type Leases = Pick<Coordination, 'tryAcquire'>

// How often a process without the indexer's lease asks for it.
const leaseRetryMs = 1_000
// How long an edit may go unseen, and so how long after it has begun a look at every file is believed where nothing watches.
const believedForMs = 500
// Where the index could not follow, as while another process held it for too long, it is tried again, less and less often.
const againMs = { first: 1_000, longest: 60_000 }

/**
 * Keeps one vault's index in step with its folder from the moment it is made. Of several processes with the vault open,
 * one holds the lease and watches and scans the folder; each indexes its own writes.
 */
export class IndexKeeper {
  readonly sync: Sync
  /** Resolves when the index can be read, or certainly cannot, and it is known who watches the folder. */
  readonly started: Promise<void>
  /** Resolves once the first look is asked for and, unless this process is brief, the folder watched; or another does both. */
  readonly led: Promise<void>
  readonly #options: KeeperOptions
  readonly #coordination: Leases
  readonly #log: Log
  readonly #watchFolder: typeof watchFolder
  #events: KeeperEvents | null = null
  #isOpen = false
  #wasFilled = false
  #firstScan: Promise<void> = Promise.resolve()
  /** Time of `performance.now()`. */
  #firstScanAt = 0
  #lease: Held | null = null
  #watcher: FolderWatcher | null = null
  /** Resolves once the index has what was reported so far. */
  #reported: Promise<void> = Promise.resolve()
  /** What was seen and the index does not have yet, the oldest first, with when it came, on the clock of `performance.now()`. */
  readonly #following = new Map<Promise<void>, number>()
  /** Whether a look at every file has begun and ended since a change may last have gone unseen. */
  #isSure = false
  #doubts = 0
  #isMakingSure = false
  /** Since when the index lacks something that it could not follow, on the clock of `performance.now()`. */
  #failedAt = Infinity
  #againMs = againMs.first
  #againTimer: NodeJS.Timeout | null = null
  #leaseTimer: NodeJS.Timeout | null = null
  #watchTimer: NodeJS.Timeout | null = null
  #reconcileTimer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(
    options: KeeperOptions,
    coordination: Leases,
    log: Log,
    thread?: IndexThread,
    watch: typeof watchFolder = watchFolder,
  ) {
    this.#options = options
    this.#watchFolder = watch
    this.#coordination = coordination
    this.#log = log
    this.sync = new Sync(
      options,
      {
        onOpen: (isFilled) => {
          this.#onOpen(isFilled)
        },
        onChanged: (paths) => this.#events?.onChanged(paths),
        onFailed: () => {
          this.#lookAgainLater()
        },
      },
      log,
      thread,
    )
    this.led = this.#lead()
    this.started = Promise.all([this.sync.opened, this.led]).then(() => undefined)
    // Callers that wait for it get the failure; until then it must not end the process.
    this.started.catch(() => undefined)
  }

  /** Tells one listener about the index, at once when it is already open. */
  follow(events: KeeperEvents): void {
    this.#events = events
    if (this.#isOpen) events.onOpen()
  }

  get holdsLease(): boolean {
    return this.#lease !== null
  }

  /**
   * How far the index is. A look that begins right after another one, to watch from then on, is not told of; what was seen to
   * change, and waits for longer than an edit may go unseen, is: nobody has counted it yet.
   */
  get progress(): SyncProgress {
    const { progress } = this.sync
    if (this.#isMakingSure && progress.state === 'scanning') return { ...progress, state: 'ready' }
    return progress.state === 'ready' && this.#isBehind
      ? { ...progress, state: 'indexing', done: 0, total: 0 }
      : progress
  }

  /** How this process notices changes by others. */
  get watching(): 'native' | 'polling' | 'none' {
    return this.#watcher?.kind ?? 'none'
  }

  /**
   * Has the index follow everything that was reported of the folder. Looks at every file below a folder of it where nothing
   * watches or a change may have gone unseen: on a drive without events, in a process that does not index, after an overflow.
   */
  async catchUp(folder: string): Promise<void> {
    if (!(await this.#hasFollowed())) await this.sync.scan(folder)
  }

  /** Waits until the index agrees with the disk, or the time is over: then answers come from what there is. */
  async settled(withinMs?: number): Promise<void> {
    const budget = withinMs ?? settleBudget(this.#wasFilled, performance.now() - this.#firstScanAt)
    await atMost(budget, this.#firstScan)
  }

  /** Scans the folder after it has come back. */
  look(): void {
    this.#doubt()
    this.#firstScan = this.#scanQuietly()
  }

  /** Ends the watcher: later changes are not noticed. */
  async stopWatching(): Promise<void> {
    this.#isClosed = true
    for (const timer of [this.#leaseTimer, this.#watchTimer, this.#againTimer])
      if (timer !== null) clearTimeout(timer)
    if (this.#reconcileTimer !== null) clearInterval(this.#reconcileTimer)
    await this.#watcher?.close()
  }

  async close(): Promise<void> {
    await this.stopWatching()
    await this.sync.close()
    this.#lease?.release()
  }

  #onOpen(isFilled: boolean): void {
    // The process that replaced the index may not be the one that fills it.
    if (this.#isOpen && !isFilled) void this.#scanQuietly()
    this.#isOpen = true
    this.#wasFilled = isFilled
    this.#events?.onOpen()
  }

  /** Becomes the process that watches and indexes, or tries again later. */
  async #lead(): Promise<void> {
    if (this.#isClosed) return
    const lease = this.#coordination.tryAcquire('indexer')
    this.#lease = lease
    if (lease === null) {
      this.#leadLater()
      return
    }
    lease.onLost(() => {
      this.#lease = null
      // Who has it now looks at every file.
      this.#forgetFailure()
      void this.#watcher?.close()
      this.#watcher = null
      this.#leadAgain()
    })
    if (this.#options.isBrief === true) this.#lookFirst(lease)
    else await this.#watchAndLook(lease)
  }

  #leadLater(): void {
    this.#leaseTimer = setTimeout(() => {
      this.#leadAgain()
    }, leaseRetryMs).unref()
  }

  /** Where the locks cannot be kept for now, as on a full disk, it is tried until they can. */
  #leadAgain(): void {
    this.#lead().catch((error: unknown) => {
      this.#log.warn('nothing watches the vault yet', { cause: messageOf(error) })
      if (!this.#isClosed) this.#leadLater()
    })
  }

  #lookFirst(lease: Held): void {
    this.#doubt()
    this.#beginLook()
    void this.#firstScan.then(() => {
      if (!this.#leadsWith(lease)) return
      const leftMs = this.#firstScanAt + believedForMs - performance.now()
      this.#watchTimer = setTimeout(() => void this.#makeSure(lease), leftMs).unref()
    })
  }

  async #makeSure(lease: Held): Promise<void> {
    this.#isMakingSure = true
    try {
      await this.#watchAndLook(lease)
      await this.#firstScan
    } finally {
      this.#isMakingSure = false
    }
  }

  /** The watcher comes first: what changes during the scan is then seen by one or the other. */
  async #watchAndLook(lease: Held): Promise<void> {
    if (!this.#leadsWith(lease)) return
    this.#doubt()
    const watcher = await this.#watch()
    if (!this.#leadsWith(lease)) return await watcher?.close()
    this.#watcher = watcher
    this.#beginLook()
    const { reconcileInterval: seconds } = this.#options
    if (seconds > 0) {
      this.#reconcileTimer ??= setInterval(() => void this.#lookAround(), seconds * 1_000).unref()
    }
  }

  /** Looks for changes that no event told of. */
  async #lookAround(): Promise<void> {
    await this.#watcher?.watchAgain()
    await this.#scanQuietly()
  }

  #beginLook(): void {
    this.#firstScanAt = performance.now()
    this.#firstScan = this.#scanQuietly()
  }

  #leadsWith(lease: Held): boolean {
    return this.#lease === lease && !this.#isClosed
  }

  async #watch(): Promise<FolderWatcher | null> {
    const { root, ignore, nestedVaults, poll } = this.#options
    try {
      return await this.#watchFolder({
        root,
        ignore: createIgnoreRules(ignore, nestedVaults),
        poll,
        log: this.#log,
        onPaths: (paths) => {
          this.#followSoon(paths)
          this.#events?.onSeen(paths)
        },
        onOverflow: () => {
          this.#doubt()
          this.#isBehindUntil(this.#scanQuietly())
        },
      })
    } catch (error) {
      this.#log.warn('the folder cannot be watched', {
        cause: messageOf(error),
      })
      return null
    }
  }

  #followSoon(paths: readonly string[]): void {
    const following = this.sync.syncPaths(paths, { isTrusted: false }).then(
      () => undefined,
      () => {
        // What these paths say is not in the index.
        this.#doubt()
      },
    )
    const before = this.#reported
    this.#reported = following.then(() => before)
    this.#isBehindUntil(following)
  }

  /** `followed` never fails. What it follows may have waited for others before it was handed out. */
  #isBehindUntil(followed: Promise<void>): void {
    this.#following.set(followed, this.#watcher?.waitingSince ?? performance.now())
    void followed.then(() => this.#following.delete(followed))
  }

  get #isBehind(): boolean {
    const [followed = Infinity] = this.#following.values()
    const since = Math.min(followed, this.#watcher?.waitingSince ?? Infinity, this.#failedAt)
    return performance.now() - since > believedForMs
  }

  /** Whether the index has everything that was reported, and nothing can have gone unreported. */
  async #hasFollowed(): Promise<boolean> {
    if (!this.#isJustLookedAt && (await this.#watcher?.tellNow()) !== true) return false
    await this.#reported
    const { problem, progress } = this.sync
    return this.#isSure && this.#failedAt === Infinity && problem === null && progress.state === 'ready'
  }

  /** Whether a process that does not watch yet has just looked. */
  get #isJustLookedAt(): boolean {
    const { isBrief = false } = this.#options
    return isBrief && this.#watcher === null && performance.now() - this.#firstScanAt < believedForMs
  }

  /** From here on only a look at every file tells what the folder holds. */
  #doubt(): void {
    this.#isSure = false
    this.#doubts += 1
  }

  async #scanQuietly(): Promise<void> {
    if (this.#lease === null || this.#isClosed) return
    const doubts = this.#doubts
    try {
      await this.sync.scan()
      this.#isSure = doubts === this.#doubts
      if (this.#isSure) this.#forgetFailure()
    } catch {
      // Sync keeps the error and shows it as freshness.
    }
    this.#events?.onSeen(null)
  }

  #forgetFailure(): void {
    this.#failedAt = Infinity
    this.#againMs = againMs.first
  }

  #lookAgainLater(): void {
    if (this.#lease === null || this.#isClosed) return
    this.#failedAt = Math.min(this.#failedAt, performance.now())
    if (this.#againTimer !== null) return
    this.#againTimer = setTimeout(() => {
      this.#againTimer = null
      void this.#scanQuietly()
    }, this.#againMs).unref()
    this.#againMs = Math.min(2 * this.#againMs, againMs.longest)
  }
}

/**
 * How long a call waits for the first scan, in milliseconds. Filling an index can take half a minute: the first calls
 * wait for the first notes, later ones not at all.
 */
export function settleBudget(wasFilled: boolean, scanningMs: number): number {
  return wasFilled ? 300 : Math.max(0, 1_500 - scanningMs)
}
