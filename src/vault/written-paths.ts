import type { Log } from '../model/log.ts'
import type { Sync } from '../sync/sync.ts'

/** What this process has written and the index has yet to read. */
export class WrittenPaths {
  readonly #sync: Sync
  readonly #log: Log
  #following: Promise<void> = Promise.resolve()
  /** Paths of the next batch: what is written while the index follows one is followed together. */
  #next = new Set<string>()
  /** Paths that the index has not read yet, with how many times each. */
  readonly #behind = new Map<string, number>()

  constructor(sync: Sync, log: Log) {
    this.#sync = sync
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

  /** Makes the next query see these paths: queries wait for the index, the write does not. */
  follow(paths: readonly string[]): void {
    const isBegun = this.#next.size > 0
    for (const path of paths) this.#next.add(path)
    if (isBegun || paths.length === 0) return
    this.#following = this.#following.then(async () => {
      const batch = [...this.#next]
      this.#next = new Set()
      await this.#untilLong(batch)
    })
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
      this.#log.warn('a write is not indexed yet', {
        cause: error instanceof Error ? error.message : String(error),
      })
    }
  }
}
