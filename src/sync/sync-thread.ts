import { parentPort, type MessagePort } from 'node:worker_threads'
import { describeProblem } from './describe-problem.ts'
import { IndexUpdater } from './index-updater.ts'
import { readOptions, type SyncReply, type SyncRequest } from './sync-messages.ts'

// Entry of the thread of a vault's index. Its options come first, then its requests.
const port = parentPort
port?.once('message', (options: unknown) => {
  begin(options, port)
})

function begin(options: unknown, caller: MessagePort): void {
  let updater: IndexUpdater
  try {
    updater = new IndexUpdater(readOptions(options), caller)
  } catch (error) {
    const { problem } = describeProblem(error, readOptions(options).root)
    const message: SyncReply = { kind: 'unopened', problem }
    caller.postMessage(message)
    // Nothing is listened for any more: the thread ends.
    return
  }
  caller.on('message', (request: SyncRequest) => {
    updater.receive(request)
  })
}
