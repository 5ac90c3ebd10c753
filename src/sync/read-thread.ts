import { parentPort, workerData } from 'node:worker_threads'
import { readChunk } from './record-reader.ts'

// Entry of the thread that reads and parses notes while the sync thread writes them to the index.
const root = String(workerData)

parentPort?.on('message', (paths: readonly string[]) => {
  const records = readChunk(root, paths)
  parentPort?.postMessage(
    records,
    records.map(({ body }) => body.buffer),
  )
})
