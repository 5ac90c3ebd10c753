import { parentPort } from 'node:worker_threads'
import type { ReadingOrder } from './record-stream.ts'
import { readChunk } from './record-reader.ts'

// Entry of the thread that reads and parses notes while the sync thread writes them to the index.
parentPort?.once('message', ({ notes, records: port }: ReadingOrder) => {
  parentPort?.on('message', (paths: readonly string[]) => {
    const records = readChunk(notes, paths)
    port.postMessage(
      records,
      records.map(({ body }) => body.buffer),
    )
    parentPort?.postMessage(records.length)
  })
})
