import { isFilled, readSomePaths, stampReader } from '../index-db/indexed-state.ts'
import type { FileStamp } from '../model/file-stamp.ts'
import { openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'

// A sample of this size tells as much as all, and spares a slow drive.
const manyNotes = 500

/** The notes of a complete index, an even sample where there are more; null where it does not know all of them. */
export function pickKnownNotes(db: IndexDatabase, most = manyNotes): readonly string[] | null {
  return isFilled(db) ? readSomePaths(db, most) : null
}

/** Some notes of an index that is not open; null where it cannot be read. */
export function pickNotesOf(indexFile: string, most?: number): readonly string[] | null {
  return askIndex(indexFile, (db) => pickKnownNotes(db, most))
}

/** A note as the index last saw it. */
export type SeenNote = Pick<FileStamp, 'size' | 'mtime'> & { readonly path: string }

/** Some notes of an index that is not open, with how they looked; none where it cannot be read. */
export function pickSeenNotesOf(indexFile: string): readonly SeenNote[] {
  const pick = (db: IndexDatabase) => {
    const stampOf = stampReader(db)
    return (pickKnownNotes(db) ?? []).flatMap((path) => {
      const stamp = stampOf(path)
      return stamp === null ? [] : { path, size: stamp.size, mtime: stamp.mtime }
    })
  }
  return askIndex(indexFile, pick) ?? []
}

function askIndex<T>(indexFile: string, ask: (db: IndexDatabase) => T): T | null {
  try {
    const db = openIndexForReading(indexFile)
    try {
      return ask(db)
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}
