import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStamp } from '../index-db/note-record.ts'
import { typeFileName } from '../model/note-path.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import { isMissing, stampOf } from './read-file.ts'

/** What lies on disk below a folder of the vault. */
export interface DiskState {
  readonly notes: ReadonlyMap<string, FileStamp>
  readonly files: ReadonlySet<string>
  readonly typeFolders: ReadonlySet<string>
  /** Folders that could not be read: what the index knows of them stays. */
  readonly unreadable: readonly string[]
}

// Between so many entries other work gets its turn.
const entriesPerTurn = 2_000

/**
 * Looks at every file below `folder` (`''` is the whole vault) without reading any. Symbolic links are not followed:
 * they may lead out of the vault or in circles. Throws when the folder itself cannot be read; one that is not there
 * holds nothing.
 */
export async function walkVault(
  root: string,
  folder: string,
  ignored: IgnoreRules,
  pause: () => Promise<void>,
): Promise<DiskState> {
  const notes = new Map<string, FileStamp>()
  const files = new Set<string>()
  const typeFolders = new Set<string>()
  const unreadable: string[] = []
  const waiting = [folder]
  let entries = 0
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    let found
    try {
      found = readdirSync(join(root, current), { withFileTypes: true })
    } catch (error) {
      if (current === folder && (folder === '' || !isMissing(error))) throw error
      // A folder that is gone holds nothing, as long as the vault itself is there; a file of that name stays.
      const isGone = lstatSync(join(root, current), { throwIfNoEntry: false }) === undefined
      if (isGone && current === folder) lstatSync(root)
      else unreadable.push(current)
      continue
    }
    for (const entry of found) {
      const path = current === '' ? entry.name : `${current}/${entry.name}`
      if (entry.isDirectory()) {
        if (!ignored(path, true)) waiting.push(path)
      } else if (entry.isFile() && !ignored(path, false)) {
        if (entry.name === typeFileName) {
          if (current !== '') typeFolders.add(current)
        } else if (/\.md$/i.test(entry.name)) addNote(path)
        else files.add(path)
      }
      if (++entries % entriesPerTurn === 0) await pause()
    }
  }
  return { notes, files, typeFolders, unreadable }

  function addNote(path: string): void {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (stat !== undefined) notes.set(path, stampOf(stat))
  }
}
