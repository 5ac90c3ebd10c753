import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../model/log.ts'
import { isNeverReported, nestedVaultOf } from './never-reported.ts'
import { isOnNetworkDrive } from './network-drive.ts'
import { watchGitLock } from './git-lock.ts'
import { createPathBatcher } from './path-batcher.ts'
import { type TreeSource, type TreeSourceOptions } from './tree-source.ts'
import { watchByPolling } from './watch-by-polling.ts'
import { watchEachFolder } from './watch-each-folder.ts'
import { watchRecursively } from './watch-recursively.ts'
import { errorCode } from '../model/error-code.ts'

export interface FolderWatchOptions {
  readonly root: string
  /** Paths to leave out in addition to `isNeverReported`. An ignored folder is not looked into. */
  readonly ignore: (relativePath: string, isFolder: boolean) => boolean
  /** Poll instead of waiting for events; network drives are always polled. */
  readonly poll: boolean
  readonly log: Log
  /** How long a batch waits for a git that is writing files, in milliseconds. */
  readonly waitForGitMs?: number
  /**
   * Vault-relative paths, with `/`, that may have changed: files and folders, present or removed. A folder stands for
   * everything in it. A path may be repeated without a change.
   */
  readonly onPaths: (paths: readonly string[]) => void
  /** So much has changed, or events may have been lost, that everything must be looked at. */
  readonly onOverflow: () => void
}

export interface FolderWatcher {
  /** How changes are noticed now; `none` while the folder is absent, and after `close`. */
  readonly kind: 'native' | 'polling' | 'none'
  /** When the first came of what is not reported yet, or is just being, on the clock of `performance.now()`; null where all is. */
  readonly waitingSince: number | null
  /**
   * Reports at once what the system has told of by now. False where that may not be everything: without events, while the
   * folder is absent or a new one in it is looked through, and after an overflow.
   */
  tellNow(): Promise<boolean>
  /** Watches what has escaped it, as a folder that a drive was mounted on. A scan after that finds what went unseen. */
  watchAgain(): Promise<void>
  /** Nothing is called back after this call. */
  close(): Promise<void>
}

const rootCheckMs = 1000

/**
 * Reports which paths below a folder may have changed, from the moment the promise resolves: a scan after that misses
 * nothing. The folder may be absent, vanish and return; its return is an overflow. A watcher never keeps the process
 * alive by itself.
 */
export async function watchFolder(options: FolderWatchOptions): Promise<FolderWatcher> {
  const watcher = new WatchedFolder(options)
  await watcher.checkRoot()
  return watcher
}

class WatchedFolder implements FolderWatcher {
  readonly #options: FolderWatchOptions
  readonly #root: string
  readonly #batcher
  #source: TreeSource | null = null
  /** Whether the source has been watching since what may have been missed before it was reported. */
  #isWatching = false
  /** Which folder is at the path; null while there is none. */
  #identity: string | null = null
  #mustPoll: boolean
  /** Why the source gave up; reported once it is known that the root is still there. */
  #failure: unknown = null
  readonly #explained = new Set<string>()
  #isFirstCheck = true
  #isClosed = false
  #timer: NodeJS.Timeout | null = null
  #checking: Promise<void> | null = null

  constructor(options: FolderWatchOptions) {
    this.#options = options
    this.#root = resolve(options.root)
    const isGitWriting = watchGitLock(this.#root, options.waitForGitMs)
    this.#batcher = createPathBatcher({
      ...options,
      ...(isGitWriting && { isHeld: isGitWriting }),
      ...(options.waitForGitMs !== undefined && { maxHeldMs: options.waitForGitMs }),
    })
    this.#mustPoll = options.poll
  }

  get kind(): 'native' | 'polling' | 'none' {
    return this.#source?.kind ?? 'none'
  }

  get waitingSince(): number | null {
    return this.#batcher.waitingSince
  }

  async tellNow(): Promise<boolean> {
    // What the system holds ready comes with the next look of the loop, and a full queue is noticed one turn later.
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    if (this.#isClosed || !this.#isWatching || this.#source === null || this.#source.isBehind) return false
    return this.#batcher.hurry()
  }

  async watchAgain(): Promise<void> {
    await this.#source?.watchAgain()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#batcher.close()
    this.#stop()
    await this.#checking
  }

  /** Starts, stops or restarts the source as the root appears, vanishes or is replaced. One check at a time. */
  checkRoot(): Promise<void> {
    this.#checking ??= this.#followRoot().finally(() => {
      this.#checking = null
      if (!this.#isClosed) this.#timer = setTimeout(() => void this.checkRoot(), rootCheckMs).unref()
    })
    return this.#checking
  }

  async #followRoot(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    const identity = await identityOf(this.#root)
    if (this.#isClosed) return
    const wasWatched = this.#identity !== null
    if (identity !== this.#identity || (identity !== null && this.#source === null)) {
      this.#stop()
      if (identity !== null) await this.#start()
      this.#identity = this.kind === 'none' ? null : identity
      const isWatched = this.#identity !== null
      if (!this.#isFirstCheck && (wasWatched || isWatched)) this.#onLost()
    }
    this.#isFirstCheck = false
    this.#isWatching = this.#source !== null
  }

  async #start(): Promise<void> {
    if (this.#failure !== null) this.#giveUpEvents(this.#failure)
    this.#failure = null
    if (!this.#mustPoll && !(await isOnNetworkDrive(this.#root)) && (await this.#open('native'))) return
    await this.#open('polling')
  }

  async #open(kind: 'native' | 'polling'): Promise<boolean> {
    try {
      const source = await openSource(kind, this.#sourceOptions())
      if (this.#isClosed) source.close()
      else this.#source = source
      return true
    } catch (error) {
      // A root that vanished meanwhile says nothing about events.
      if ((await identityOf(this.#root)) === null) return true
      if (kind === 'native') this.#giveUpEvents(error)
      else this.#warnOnce('The vault cannot be read, so its changes go unnoticed.', error)
      return false
    }
  }

  #sourceOptions(): TreeSourceOptions {
    return {
      root: this.#root,
      isIgnored: (path, isFolder) => {
        const nested = nestedVaultOf(path)
        if (nested !== null) return isNeverReported(nested, true) || this.#options.ignore(nested, true)
        return isNeverReported(path, isFolder) || this.#options.ignore(path, isFolder)
      },
      onPath: (path) => {
        // Whether its notes belong to this vault may have changed.
        if (!this.#isClosed) this.#batcher.add(nestedVaultOf(path) ?? path)
      },
      onLost: () => {
        this.#onLost()
      },
      onRootMoved: () => {
        this.#restart()
      },
      onFailure: (error) => {
        this.#failure = error
        this.#restart()
      },
    }
  }

  #onLost(): void {
    if (!this.#isClosed) this.#batcher.overflow()
  }

  /** Makes the next check open a new source on whichever folder is then at the path. */
  #restart(): void {
    this.#stop()
    if (!this.#isClosed) void this.checkRoot()
  }

  #giveUpEvents(error: unknown): void {
    this.#mustPoll = true
    const advice =
      errorCode(error) === 'ENOSPC' ? ' Raise fs.inotify.max_user_watches to have events again.' : ''
    this.#warnOnce(`The vault cannot be watched by events, so it is polled.${advice}`, error)
  }

  #warnOnce(message: string, error: unknown): void {
    if (this.#isClosed || this.#explained.has(message)) return
    this.#explained.add(message)
    this.#options.log.warn(message, { root: this.#root, reason: errorCode(error) })
  }

  #stop(): void {
    this.#source?.close()
    this.#source = null
    this.#isWatching = false
  }
}

async function openSource(kind: 'native' | 'polling', options: TreeSourceOptions): Promise<TreeSource> {
  if (kind === 'polling') return watchByPolling(options)
  const isWatchedWhole = process.platform === 'darwin' || process.platform === 'win32'
  return isWatchedWhole ? watchRecursively(options) : watchEachFolder(options)
}

/** Tells a folder from another one that later takes its path; null where there is none. */
async function identityOf(root: string): Promise<string | null> {
  try {
    const stats = await stat(root)
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : null
  } catch {
    return null
  }
}
