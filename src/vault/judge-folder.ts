import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { lookAt } from '../files/read-file.ts'
import { isFilled, readNotePaths } from '../index-db/indexed-state.ts'
import { openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'

// So many tell as much as all, and a slow drive is asked about no more.
const mostAsked = 500
// A folder with so much in it is no empty mount point.
const mostLookedAt = 10_000

/** The notes of a whole index, evenly picked where there are many; null where it does not know all of them. */
export function pickKnownNotes(db: IndexDatabase): readonly string[] | null {
  if (!isFilled(db)) return null
  const paths = readNotePaths(db)
  const step = Math.max(1, Math.ceil(paths.length / mostAsked))
  return paths.filter((_, at) => at % step === 0)
}

/** Some notes of an index that is not open; null where it cannot be read. */
export function pickNotesOf(indexFile: string): readonly string[] | null {
  try {
    const db = openIndexForReading(indexFile)
    try {
      return pickKnownNotes(db)
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/**
 * Whether a folder that took the place of a vault's is that vault all the same: at least half of the notes are where they
 * were, as in a backup that was restored and on a drive that got another number. Of notes that nobody knows, that there
 * are any has to do.
 */
export function holdsVault(root: string, known: readonly string[] | null): boolean {
  if (known === null) return holdsAnyNote(root)
  return known.filter((path) => isThere(root, path)).length * 2 >= known.length
}

/** Whether any note lies in a folder, or so much else that it is no empty one. */
export function holdsAnyNote(root: string): boolean {
  const waiting = ['']
  let entries = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      if (++entries > mostLookedAt) return true
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) waiting.push(join(folder, entry.name))
      else if (/\.md$/i.test(entry.name)) return true
    }
  }
  return false
}

/** What may not be seen is not gone. */
export function isThere(root: string, path: string): boolean {
  try {
    const found = lookAt(root, path)
    return found === 'hidden' || (found !== 'nothing' && found.isFile())
  } catch {
    return false
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
