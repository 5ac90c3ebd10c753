import type { Worker } from 'node:worker_threads'
import { openSyncWorker } from './sync/sync-worker.ts'

/**
 * The thread that will index the first vault, started before it is known which one that is: it gets ready while the
 * protocol is loaded, on a core that would have nothing to do.
 */
export class SpareThread {
  #worker: Worker | null

  constructor() {
    const worker = openSyncWorker(null)
    worker.once('error', () => (this.#worker = null))
    // Whoever takes it decides whether the process waits for it.
    worker.unref()
    this.#worker = worker
  }

  /** The thread, for the first who asks; null for all others. */
  take(): Worker | null {
    const worker = this.#worker
    this.#worker = null
    worker?.removeAllListeners('error').ref()
    return worker
  }

  async close(): Promise<void> {
    await this.take()?.terminate()
  }
}
