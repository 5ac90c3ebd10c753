import { isFilled, readSomePaths } from '../index-db/indexed-state.ts'
import { openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'

// A sample of this size tells as much as all, and spares a slow drive.
const manyNotes = 500

/** The notes of a complete index, an even sample where there are more; null where it does not know all of them. */
export function pickKnownNotes(db: IndexDatabase, most = manyNotes): readonly string[] | null {
  return isFilled(db) ? readSomePaths(db, most) : null
}

/** Some notes of an index that is not open; null where it cannot be read. */
export function pickNotesOf(indexFile: string, most?: number): readonly string[] | null {
  try {
    const db = openIndexForReading(indexFile)
    try {
      return pickKnownNotes(db, most)
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}
