import { join } from 'node:path'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { openIndexForWriting, type IndexDatabase } from '../../src/index-db/open-index.ts'
import { withFolder } from './with-folder.ts'

/** An index that begins to be filled, in a file of its own. */
export interface NewIndex {
  readonly file: string
  readonly db: IndexDatabase
  readonly writer: IndexWriter
}

/** Gives `use` a new index; it is closed and removed afterwards. */
export function withIndex(use: (index: NewIndex) => unknown): Promise<void> {
  return withFolder({}, async (folder) => {
    const file = join(folder, 'index.sqlite')
    const { db } = openIndexForWriting(file)
    const writer = new IndexWriter(db)
    writer.beginFilling()
    try {
      await use({ file, db, writer })
    } finally {
      db.close()
    }
  })
}
