import { startSyncWorker, type IndexThread } from './sync-worker.ts'

/** The thread of the first index that is opened, started before anybody knows which that is: it loads meanwhile. */
export class ThreadAhead {
  #waiting: IndexThread | null

  constructor() {
    const thread = startSyncWorker({ isBrief: true })
    this.#waiting = thread
    // One that failed is replaced by who takes it, and fails there.
    thread.on('error', () => undefined)
    thread.on('exit', () => {
      this.#waiting = null
    })
  }

  readonly take = (): IndexThread => {
    const thread = this.#waiting ?? startSyncWorker({ isBrief: true })
    this.#waiting = null
    return thread
  }

  get waiting(): IndexThread | null {
    return this.#waiting
  }

  /** Ends it where nobody took it. */
  async close(): Promise<void> {
    await this.#waiting?.terminate()
  }
}
