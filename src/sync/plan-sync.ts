import type { FileStamp } from '../model/file-stamp.ts'
import { isInside } from '../model/note-path.ts'
import { isSameStamp } from '../files/read-file.ts'
import type { DiskState } from '../files/walk-vault.ts'
import type { StampRow } from '../index-db/indexed-state.ts'

/** What the index knew before a look at the disk. */
export interface IndexedState {
  readonly notes: readonly StampRow[]
  readonly files: ReadonlySet<string>
  readonly canvases: readonly StampRow[]
  readonly typeFolders: ReadonlySet<string>
}

export interface SyncPlan {
  /** Notes that are new or have changed since they were read. */
  readonly toRead: readonly string[]
  /** Canvases to read for their links. */
  readonly canvasesToRead: readonly string[]
  readonly removedNotes: readonly string[]
  readonly addedFiles: readonly string[]
  readonly removedFiles: readonly string[]
  readonly typeFolders: readonly string[] | null
}

/** What must happen for the index to agree with the disk, judged by sizes and times. */
export function planSync(onDisk: DiskState, indexed: IndexedState, folder: string): SyncPlan {
  const isGone = (path: string, here: { has(path: string): boolean }) =>
    !here.has(path) && isInside(path, folder) && !onDisk.unreadable.some((unread) => isInside(path, unread))
  const typeFolders = new Set(onDisk.typeFolders)
  for (const known of indexed.typeFolders) if (!isGone(known, onDisk.typeFolders)) typeFolders.add(known)
  const isSameTypes =
    typeFolders.size === indexed.typeFolders.size &&
    [...typeFolders].every((type) => indexed.typeFolders.has(type))
  const notes = compare(onDisk.notes, indexed.notes)
  return {
    toRead: notes.changed,
    canvasesToRead: compare(onDisk.canvases, indexed.canvases).changed,
    removedNotes: notes.missing.filter((path) => isGone(path, onDisk.notes)),
    addedFiles: [...onDisk.files].filter((path) => !indexed.files.has(path)),
    removedFiles: [...indexed.files].filter((path) => isGone(path, onDisk.files)),
    typeFolders: isSameTypes ? null : [...typeFolders],
  }
}

/** What is new or has another stamp than the index knows, in the order of the disk, and what is not on it. */
function compare(
  here: ReadonlyMap<string, FileStamp>,
  known: readonly StampRow[],
): { readonly changed: readonly string[]; readonly missing: readonly string[] } {
  const same: string[] = []
  const missing: string[] = []
  for (const [path, size, mtime, inode] of known) {
    const stamp = here.get(path)
    if (stamp === undefined) missing.push(path)
    else if (isSameStamp(stamp, { size, mtime, inode })) same.push(path)
  }
  if (same.length === here.size) return { changed: [], missing }
  const unchanged = new Set(same)
  return { changed: [...here.keys()].filter((path) => !unchanged.has(path)), missing }
}

/**
 * True when a vault loses so much at once that a missing drive is likelier than a person: nothing is dropped before a
 * second look agrees. Three notes may go, unless none is left.
 */
export function isSuspicious(removed: number, indexed: number): boolean {
  return removed > 0 && (removed === indexed || (removed > 3 && removed > indexed / 10))
}
