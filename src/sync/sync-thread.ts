import { loadSqlite } from '../index-db/open-index.ts'
import { serveShares, type ShareOwner } from '../runtime/serve-shares.ts'
import { beginUpdater } from './begin-updater.ts'
import { readOptions, type SyncReply, type SyncRequest } from './sync-messages.ts'

// Entry of a thread that serves the indexes of vaults: of each its options come first, then its requests.
loadSqlite()
const owners = new Set<ShareOwner<SyncReply>>()

serveShares<SyncRequest, SyncReply>((options, owner) => {
  owners.add(owner)
  const close = () => {
    owners.delete(owner)
    owner.close()
  }
  const updater = beginUpdater(readOptions(options), {
    postMessage(reply) {
      // While it is at a long note, no other vault is served either.
      for (const told of reply.kind === 'long' ? owners : [owner]) told.postMessage(reply)
    },
    close,
  })
  if (updater === null) close()
  return {
    receive(request) {
      updater?.receive(request)
    },
    leave() {
      owners.delete(owner)
      updater?.receive({ kind: 'close' })
    },
  }
})
