type Listener = (paths: readonly string[]) => void

const foreignWritesMs = 1_000

/** Tells of changes of an index: of its own at once, of those that another process made by looking now and then. */
export class IndexNews {
  readonly #lastCommit: () => string | null
  readonly #listeners = new Set<Listener>()
  #timer: NodeJS.Timeout | null = null
  #seen: string | null = null

  /** `lastCommit` names the last change of the index, whoever made it; null where it cannot be read. */
  constructor(lastCommit: () => string | null) {
    this.#lastCommit = lastCommit
  }

  follow(listener: Listener): () => void {
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
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Only the process that indexes a change hears of it; the others see that something was committed. */
  #look(): void {
    const commit = this.#lastCommit()
    if (commit === this.#seen) return
    this.#seen = commit
    this.tell([])
  }
}
