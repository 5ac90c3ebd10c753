import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { lookAt } from '../files/read-file.ts'

// A folder with this many entries is no empty mount point.
const mostLookedAt = 10_000

/**
 * Whether a folder that took a vault's place is the same vault: at least half of the notes are where they were, as
 * after restoring a backup. With no known notes, any note will do.
 */
export function holdsVault(root: string, known: readonly string[] | null): boolean {
  if (known === null) return holdsAnyNote(root)
  return known.filter((path) => isThere(root, path)).length * 2 >= known.length
}

/** Whether a folder holds a note, or so much else that it is not empty. */
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

/** A note that may not be read is not gone. */
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
