import type { History } from '../changes/history.ts'
import { recoverChanges } from '../changes/recover-changes.ts'
import type { WriteLock } from '../changes/write-lock.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import type { Coordination } from '../locks/coordination.ts'
import type { Held } from '../locks/held-lock.ts'
import type { Awaitable } from '../model/awaitable.ts'
import type { Log } from '../model/log.ts'
import { Turns } from './turns.ts'
import type { VaultRight } from './vault-stores.ts'
import { messageOf } from '../model/error-code.ts'

interface WriteTurnsOptions {
  readonly files: VaultFiles
  readonly history: History
  readonly coordination: Coordination
  /** Needed beside the lock where several servers share the vault. */
  readonly right: VaultRight | null
  /** Makes the next query see these paths. */
  readonly index: (paths: readonly string[]) => Awaitable<void>
  readonly log: Log
}

const lockWaitMs = 10_000
// Other processes wait that long at most for turns that follow one another here.
const mostHeldMs = 50

/** The lock between processes, which turns that follow one another hand on until a moment of `performance.now()`. */
interface TurnLock {
  readonly held: Held
  readonly until: number
}

/** Lets one writer in at a time, across processes, and settles first what a dead one left half done. */
export class WriteTurns {
  readonly #options: WriteTurnsOptions
  readonly #turns = new Turns()
  #isClosed = false
  #kept: TurnLock | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(options: WriteTurnsOptions) {
    this.#options = options
  }

  /** Runs work while no other flint process writes to this vault. Once the signal is aborted it does not begin. */
  async locked<Result>(work: (lock: WriteLock) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return await this.#turns.take(async () => {
      // Waiting for another process would only hold up those behind.
      signal?.throwIfAborted()
      this.#options.right?.lost.throwIfAborted()
      const kept = this.#takeKept()
      const lock = kept ?? (await this.#acquire())
      const own = this.#withRight(lock.held)
      let isDone = false
      try {
        // Nobody else can have left anything half done since the last turn.
        await (kept === null ? this.#recover(own) : this.#options.history.open())
        signal?.throwIfAborted()
        const result = await work(own)
        isDone = true
        return result
      } finally {
        if (isDone && this.#turns.areAwaited && performance.now() < lock.until) this.#kept = lock
        else lock.held.release()
      }
    })
  }

  #withRight(held: Held): WriteLock {
    const { right } = this.#options
    if (right === null) return held
    return { isMine: () => !right.lost.aborted && held.isMine(), confirm: right.check }
  }

  /** The lock as the last turn left it. */
  #takeKept(): TurnLock | null {
    const kept = this.#kept
    this.#kept = null
    return kept?.held.isMine() === true ? kept : null
  }

  /**
   * Opens the history and does what is due in it. Where that is not possible now, notes can be read all the same; but
   * where several servers share the vault nothing is read before what another one began is settled.
   */
  async open(tidy: () => Awaitable<void>): Promise<void> {
    const { right, history } = this.#options
    const what = 'the change history cannot be opened yet'
    const tidied = () => this.#quietly(what, () => history.caringly(tidy))
    const opened = () => this.locked(tidied)
    await (right === null ? this.#quietly(what, opened) : opened())
    await this.#settleLater()
  }

  /** Stops looking for interrupted changes. */
  stop(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /** Waits for a write in progress. */
  async finished(): Promise<void> {
    const finished = async () => {
      const { held } = this.#takeKept() ?? (await this.#acquire())
      held.release()
    }
    await this.#turns.take(finished).catch(() => undefined)
  }

  /** A change by a process that died must not stay half done until the next write: what cannot be settled is tried again. */
  async #settleLater(): Promise<void> {
    const pause = (await this.#needsSettling()) ? 30_000 : 1_000
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      void this.#settleCutOff().then(() => this.#settleLater())
    }, pause).unref()
  }

  async #acquire(): Promise<TurnLock> {
    const held = await this.#options.coordination.acquire('write', { waitMs: lockWaitMs })
    return { held, until: performance.now() + mostHeldMs }
  }

  /** Taking the write lock settles it; a living process that is writing is waited for. */
  async #settleCutOff(): Promise<void> {
    if (this.#isClosed || !(await this.#needsSettling())) return
    await this.#quietly('a change that may have been cut off is looked at later', () =>
      this.locked(() => Promise.resolve()),
    )
  }

  async #needsSettling(): Promise<boolean> {
    const { history } = this.#options
    try {
      return history.needsCare || (await history.isCutOff())
    } catch {
      // It has met damage just now.
      return true
    }
  }

  async #quietly(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.log.warn(what, { cause: messageOf(error) })
    }
  }

  /** The last process to write may have died over it, or over the history. */
  async #recover(lock: WriteLock): Promise<void> {
    const { history } = this.#options
    await history.open()
    const paths = await history.caringly(() => recoverChanges(this.#options, lock))
    if (paths.length > 0) await this.#options.index(paths)
  }
}
