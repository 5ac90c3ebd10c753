import { createHash } from 'node:crypto'
import type { DiskState } from '../files/walk-vault.ts'
import type { SyncOptions } from './sync-messages.ts'

const pathsAtOnce = 2_000

/**
 * A name for what a look at the whole vault has seen, and for the index that is compared with it, of which `changes` says how
 * often it has changed: two looks of the same name have the same to say. Null where not everything could be seen, or something
 * is to be removed.
 */
export function lookOf(
  { root, noNotes = [], excluded }: SyncOptions,
  changes: string | null,
  onDisk: DiskState,
): string | null {
  const { notes, canvases, files, typeFolders, leftovers, unreadable } = onDisk
  // Nothing is known of what a name that is no UTF-8 stands for.
  if (leftovers.length > 0 || unreadable.some((path) => path.isWellFormed())) return null
  const seen = createHash('sha256')
  const add = (paths: readonly string[], stamps: readonly number[] = []) => {
    // A million paths in one text would take a hundred megabytes.
    for (let from = 0; from < paths.length; from += pathsAtOnce) {
      const to = from + pathsAtOnce
      seen.update(JSON.stringify(paths.slice(from, to)))
      seen.update(new Float64Array(stamps.slice(4 * from, 4 * to)))
    }
    // What follows is of another kind.
    seen.update('\n')
  }
  add([root, ...noNotes])
  add(excluded)
  add(notes.paths, notes.stamps)
  add(canvases.paths, canvases.stamps)
  add([...files])
  add([...typeFolders])
  return `${changes} ${seen.digest('base64')}`
}
