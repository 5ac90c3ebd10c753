import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { withFolder } from '../support/with-folder.ts'

const makesIndexes = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = require('better-sqlite3')(workerData)
  parentPort.postMessage('ready')
  for (;;) db.exec('CREATE INDEX note_again ON note (id); DROP INDEX note_again')`

test('an index is opened while another connection makes indexes of its tables', () =>
  withFolder({}, async (folder) => {
    const file = join(folder, 'index.sqlite')
    openIndexForWriting(file).db.close()
    const worker = new Worker(makesIndexes, { eval: true, workerData: file })
    try {
      await once(worker, 'message')
      for (let i = 0; i < 300; i++) {
        expect(() => {
          new IndexReader(file).close()
        }).not.toThrow()
      }
    } finally {
      await worker.terminate()
    }
  }))
