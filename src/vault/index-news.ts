type Listener = (paths: readonly string[]) => void

const foreignWritesMs = 1_000

/** Reports changes of an index: this process's own at once, those of other processes by looking now and then. */
export class IndexNews {
  readonly #lastChange: () => string | null
  readonly #listeners = new Set<Listener>()
  #timer: NodeJS.Timeout | null = null
  #seen: string | null = null
  #isClosed = false

  /** `lastChange` names the last change of what the index knows of notes, by any process; null where it cannot be read. */
  constructor(lastChange: () => string | null) {
    this.#lastChange = lastChange
  }

  /** After the end nothing is told any more: who follows now has opened the vault just before it was closed. */
  follow(listener: Listener): () => void {
    if (this.#isClosed) return () => undefined
    this.#listeners.add(listener)
    if (this.#timer === null) {
      this.#seen = this.#lastChange()
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

  /** Only the process that indexes a change is told of it; others see that something was. */
  #look(): void {
    const change = this.#lastChange()
    if (change === this.#seen) return
    this.#seen = change
    this.tell([])
  }
}
