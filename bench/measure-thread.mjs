import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { folderIdentity } from '../dist/src/files/folder-identity.js'
import { startSyncWorker } from '../dist/src/sync/sync-worker.js'

/** The indexing thread alone, without a server: milliseconds from its start to an index that agrees with the vault. */
export async function measureThread({ folder, vault }, data) {
  mkdirSync(join(folder, data), { recursive: true })
  const options = {
    root: vault,
    identity: folderIdentity(vault),
    indexFile: join(folder, data, 'index.sqlite'),
    ignore: [],
    excluded: [],
    nestedVaults: [],
  }
  const started = performance.now()
  const worker = startSyncWorker({ isBrief: true })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage(options)
  worker.postMessage({ kind: 'scan', id: 1, folder: '' })
  await new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', ({ kind, problem }) => {
      if (kind === 'done') resolve()
      else if (kind === 'failed') reject(new Error(problem.message))
    })
  })
  const ms = performance.now() - started
  worker.postMessage({ kind: 'close' })
  await exited
  return ms
}
