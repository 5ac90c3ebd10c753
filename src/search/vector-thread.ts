import { OwnMemory } from '../embed/own/own-memory.ts'
import { loadSqlite, openInMemory } from '../index-db/open-index.ts'
import { SignTable } from '../index-db/sign-blocks.ts'
import { isLoadError, loadFault, parts, type Fault, type Part } from '../model/load-fault.ts'
import { serveShares } from '../runtime/serve-shares.ts'
import { VectorDesk, type ExtendDatabase } from './vector-desk.ts'
import type { VectorReply, VectorRequest } from './vector-messages.ts'

// Entry of a thread that searches vectors, which may take longer than the event loop can wait. Each vault's index file comes first.
loadSqlite()
const loading = loadParts()

serveShares<VectorRequest, VectorReply>((indexFile, owner) => {
  const begun = loading.then(({ fault, extend }) => {
    owner.postMessage({ kind: 'loaded', fault })
    return new VectorDesk(String(indexFile), extend)
  })
  return {
    receive(request) {
      void begun.then((desk) => {
        owner.postMessage(desk.answer(request))
      })
    },
    leave() {
      void begun.then((desk) => {
        desk.close()
      })
    },
  }
})

/** No fault once there are the extension, tables of signs, and what reads the vault's own model. */
async function loadParts(): Promise<{ readonly fault: Fault | null; readonly extend: ExtendDatabase }> {
  let part: Part = parts.vectors
  try {
    const { load } = await import('sqlite-vec')
    const trial = openInMemory()
    load(trial)
    trial.close()
    part = parts.nearness
    new SignTable()
    part = parts.ownModel
    new OwnMemory().take(1)
    return { fault: null, extend: load }
  } catch (error) {
    return {
      fault: loadFault(part === parts.vectors && isLoadError(error) ? parts.sqlite : part, error),
      extend: null,
    }
  }
}
