import type { Log } from '../model/log.ts'
import type { Sync } from '../sync/sync.ts'

// After a larger change the index catches up in the background: only queries wait for it.
const fewPaths = 20

/** What this process has written and the index has yet to read. */
export class WrittenPaths {
  readonly #sync: Sync
  readonly #log: Log
  #following: Promise<unknown> = Promise.resolve()
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

  /** Resolves once the index has caught up with the large changes of this process. */
  async followed(): Promise<void> {
    await this.#following
  }

  /** Makes the next query see these paths. */
  async follow(paths: readonly string[]): Promise<void> {
    const following = this.#untilLong(paths)
    if (paths.length <= fewPaths) await following
    else this.#following = Promise.all([this.#following, following])
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
