import { parentPort, workerData } from 'node:worker_threads'
import { IndexUpdater } from './index-updater.ts'
import { readOptions, type SyncRequest } from './sync-messages.ts'

// Entry of the thread of a vault's index. One that was started before its vault was known is sent its options once it is.
if (workerData === null) parentPort?.once('message', begin)
else begin(workerData)

function begin(options: unknown): void {
  const updater = openUpdater(options)
  parentPort?.on('message', (request: SyncRequest) => {
    updater.receive(request)
  })
}

function openUpdater(options: unknown): IndexUpdater {
  try {
    return new IndexUpdater(readOptions(options))
  } catch (error) {
    // An error of SQLite's own loses its message on the way between threads.
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}
