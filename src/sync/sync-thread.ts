import { parentPort } from 'node:worker_threads'
import { loadSqlite } from '../index-db/open-index.ts'
import { beginUpdater } from './begin-updater.ts'
import { readOptions, type SyncRequest } from './sync-messages.ts'

// Entry of the thread of a vault's index. Its options come first, then its requests.
loadSqlite()
const port = parentPort
port?.once('message', (options: unknown) => {
  const updater = beginUpdater(readOptions(options), port)
  // Where nothing is listened for any more the thread ends.
  if (updater === null) return
  port.on('message', (request: SyncRequest) => {
    updater.receive(request)
  })
})
