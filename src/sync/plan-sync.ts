import type { FileStamp } from '../model/file-stamp.ts'
import { isInside } from '../model/note-path.ts'
import { isSameStamp } from '../files/read-file.ts'
import type { DiskState } from '../files/walk-vault.ts'

/** What the index knew before a look at the disk. */
export interface IndexedState {
  readonly notes: ReadonlyMap<string, FileStamp>
  readonly files: ReadonlySet<string>
  readonly canvases: ReadonlyMap<string, FileStamp>
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
    isInside(path, folder) && !here.has(path) && !onDisk.unreadable.some((unread) => isInside(path, unread))
  const changed = (here: ReadonlyMap<string, FileStamp>, known: ReadonlyMap<string, FileStamp>) =>
    [...here].filter(([path, stamp]) => !isSame(known.get(path), stamp)).map(([path]) => path)
  const typeFolders = new Set(onDisk.typeFolders)
  for (const known of indexed.typeFolders) if (!isGone(known, onDisk.typeFolders)) typeFolders.add(known)
  const isSameTypes =
    typeFolders.size === indexed.typeFolders.size &&
    [...typeFolders].every((type) => indexed.typeFolders.has(type))
  return {
    toRead: changed(onDisk.notes, indexed.notes),
    canvasesToRead: changed(onDisk.canvases, indexed.canvases),
    removedNotes: [...indexed.notes.keys()].filter((path) => isGone(path, onDisk.notes)),
    addedFiles: [...onDisk.files].filter((path) => !indexed.files.has(path)),
    removedFiles: [...indexed.files].filter((path) => isGone(path, onDisk.files)),
    typeFolders: isSameTypes ? null : [...typeFolders],
  }
}

function isSame(known: FileStamp | undefined, stamp: FileStamp): boolean {
  return known !== undefined && isSameStamp(known, stamp)
}

/**
 * True when a vault loses so much at once that a missing drive is likelier than a person: nothing is dropped before a
 * second look agrees. Three notes may go, unless none is left.
 */
export function isSuspicious(removed: number, indexed: number): boolean {
  return removed > 0 && (removed === indexed || (removed > 3 && removed > indexed / 10))
}
