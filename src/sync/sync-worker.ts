import type { Worker } from 'node:worker_threads'
import { startNativeThread } from '../runtime/native-thread.ts'
import type { SyncOptions, SyncReply, SyncRequest } from './sync-messages.ts'

/** What serves the index of a vault: a thread of its own, or what stands in for one. Its options are its first message. */
export interface IndexThread {
  postMessage(message: SyncOptions | SyncRequest): void
  on(event: 'message', listener: (reply: SyncReply) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  terminate(): Promise<unknown>
}

/** A thread's young objects get 4 MB instead of V8's 32: less memory while serving, and measured no slower. */
const threadLimits = { maxYoungGenerationSizeMb: 4 }

/**
 * Starts the thread of an index. It waits for its options, which are its first message. One that ends soon collects its
 * garbage as V8 sees fit: little memory is worth the time in what stays.
 */
export function startSyncWorker({ isBrief = false } = {}): Worker {
  return startNativeThread(new URL('./sync-thread.js', import.meta.url), {
    resourceLimits: isBrief ? {} : threadLimits,
  })
}
