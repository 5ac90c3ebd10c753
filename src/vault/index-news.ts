type Listener = (paths: readonly string[]) => void

const foreignWritesMs = 1_000

/** Reports changes of an index: this process's own at once, those of other processes by looking now and then. */
export class IndexNews {
  readonly #lastCommit: () => number | null
  readonly #listeners = new Set<Listener>()
  #timer: NodeJS.Timeout | null = null
  #seen: number | null = null
  #isClosed = false

  /** `lastCommit` names the last change of the index by any process; null where it cannot be read. */
  constructor(lastCommit: () => number | null) {
    this.#lastCommit = lastCommit
  }

  /** After the end nothing is told any more: who follows now has opened the vault just before it was closed. */
  follow(listener: Listener): () => void {
    if (this.#isClosed) return () => undefined
    this.#listeners.add(listener)
    if (this.#timer === null) {
      this.#seen = this.#lastCommit()
      this.#timer = setInterval(() => {
        this.#look()
      }, foreignWritesMs).unref()
    }
    return () => {
      this.#listeners.delete(listener)
    }
  }

  tell(paths: readonly string[]): void {
    for (const listener of this.#listeners) listener(paths)
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Only the process that indexes a change is told of it; others see that something was committed. */
  #look(): void {
    const commit = this.#lastCommit()
    if (commit === this.#seen) return
    this.#seen = commit
    this.tell([])
  }
}
