import { parentPort } from 'node:worker_threads'
import { describeProblem } from './describe-problem.ts'
import { IndexUpdater } from './index-updater.ts'
import { readOptions, type SyncReply, type SyncRequest } from './sync-messages.ts'

// Entry of the thread of a vault's index. Its options come first, then its requests.
parentPort?.once('message', begin)

function begin(options: unknown): void {
  let updater: IndexUpdater
  try {
    updater = new IndexUpdater(readOptions(options))
  } catch (error) {
    const { problem } = describeProblem(error, readOptions(options).root)
    const message: SyncReply = { kind: 'unopened', problem }
    parentPort?.postMessage(message)
    parentPort?.close()
    return
  }
  parentPort?.on('message', (request: SyncRequest) => {
    updater.receive(request)
  })
}
