import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Coordination } from '../locks/coordination.ts'
import type { Held } from '../locks/held-lock.ts'
import type { Log } from '../model/log.ts'
import type { Sync } from '../sync/sync.ts'
import { messageOf } from '../model/error-code.ts'

/** What a process holds while the index has yet to read what it has written. */
const behindBeginning = 'behind/'
/** As long as an edit by somebody else may go unseen. */
const longestWaitMs = 500
const lookAgainMs = 2

/** What this process has written and the index has yet to read. Other processes are told, so that their queries wait, too. */
export class WrittenPaths {
  readonly #sync: Sync
  readonly #coordination: Pick<Coordination, 'tryAcquire' | 'isHeldElsewhere'>
  readonly #log: Log
  readonly #name = `${behindBeginning}${randomUUID()}`
  #told: Held | null = null
  #following: Promise<void> = Promise.resolve()
  /** Paths of the next batch: what is written while the index follows one is followed together. */
  #next = new Set<string>()
  /** Paths that the index has not read yet, with how many times each. */
  readonly #behind = new Map<string, number>()

  constructor(sync: Sync, coordination: Pick<Coordination, 'tryAcquire' | 'isHeldElsewhere'>, log: Log) {
    this.#sync = sync
    this.#coordination = coordination
    this.#log = log
  }

  /** Paths that nobody waits for and that the index does not know yet. */
  get behind(): readonly string[] {
    return [...this.#behind.keys()]
  }

  /** Resolves once the index has caught up with what was written so far. */
  async followed(): Promise<void> {
    await this.#following
  }

  /** Resolves once the index has what other processes have written so far, or after half a second. */
  async followedElsewhere(): Promise<void> {
    const end = performance.now() + longestWaitMs
    while (this.#isBehindElsewhere() && performance.now() < end) await pause(lookAgainMs)
  }

  /** Makes the next query of any process see these paths: queries wait for the index, the write only where it cannot tell them. */
  async follow(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return
    const isBegun = this.#next.size > 0
    for (const path of paths) this.#next.add(path)
    this.#told ??= this.#tell()
    if (!isBegun) {
      this.#following = this.#following.then(async () => {
        const batch = [...this.#next]
        this.#next = new Set()
        await this.#untilLong(batch)
        if (this.#next.size > 0) return
        this.#told?.release()
        this.#told = null
      })
    }
    if (this.#told === null) await this.#following
  }

  #tell(): Held | null {
    try {
      return this.#coordination.tryAcquire(this.#name)
    } catch {
      return null
    }
  }

  /** Where nobody can be asked, what was written elsewhere is an edit by somebody else. */
  #isBehindElsewhere(): boolean {
    try {
      return this.#coordination.isHeldElsewhere(behindBeginning)
    } catch {
      return false
    }
  }

  /** Stops waiting at a note that takes long: the index catches up in the background, and queries meanwhile say so. */
  async #untilLong(paths: readonly string[]): Promise<void> {
    const following = this.#index(paths).then(() => 'followed' as const)
    await this.#sync.unlessLong(following)
    if ((await Promise.race([following, Promise.resolve('behind')])) === 'followed') return
    for (const path of paths) this.#behind.set(path, (this.#behind.get(path) ?? 0) + 1)
    void following.then(() => {
      for (const path of paths) {
        const left = (this.#behind.get(path) ?? 1) - 1
        if (left > 0) this.#behind.set(path, left)
        else this.#behind.delete(path)
      }
    })
  }

  /** The files are safe by now, so an index that cannot follow is only logged. */
  async #index(paths: readonly string[]): Promise<void> {
    try {
      await this.#sync.syncPaths(paths, { isTrusted: true })
    } catch (error) {
      this.#log.warn('a write is not indexed yet', { cause: messageOf(error) })
    }
  }
}
