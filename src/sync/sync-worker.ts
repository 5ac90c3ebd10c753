import { Worker } from 'node:worker_threads'
import type { SyncOptions } from './sync-messages.ts'
import { threadLimits } from './thread-limits.ts'

/** Starts the thread of a vault's index. Without options it gets ready, and begins when it is sent them. */
export function openSyncWorker(options: SyncOptions | null): Worker {
  return new Worker(new URL('./sync-thread.js', import.meta.url), {
    workerData: options,
    resourceLimits: threadLimits,
  })
}
