import { IndexWriter } from '../index-db/apply.ts'
import {
  isDamage,
  openIndexForWriting,
  putIndexAside,
  type IndexDatabase,
  type IndexFault,
  type OpenedIndex,
} from '../index-db/open-index.ts'
import { excludedFiles } from '../files/excluded-files.ts'
import type { SyncOptions } from './sync-messages.ts'

const mostOpenings = 3

/**
 * The index and its writer. A file in which not even the statements can be prepared is replaced, and what somebody else
 * removes while it is opened is made again.
 */
export function openWriter(options: SyncOptions): {
  readonly opened: OpenedIndex
  readonly writer: IndexWriter
} {
  let fault: IndexFault | null = null
  for (let attempt = 1; ; attempt++) {
    let db: IndexDatabase | null = null
    try {
      const opened = openIndexForWriting(options.indexFile)
      db = opened.db
      return { opened: { db, putAside: opened.putAside ?? fault }, writer: newWriter(opened, options) }
    } catch (error) {
      db?.close()
      if (attempt === mostOpenings) throw error
      if (!isDamage(error)) continue
      putIndexAside(options.indexFile, 'damaged')
      fault = 'damaged'
    }
  }
}

function newWriter({ db }: OpenedIndex, { excluded }: SyncOptions): IndexWriter {
  const writer = new IndexWriter(db, excludedFiles(excluded))
  writer.state('filled')
  return writer
}
