import type { FileStamp } from '../index-db/note-record.ts'
import { isInside } from '../model/note-path.ts'
import { isSameStamp } from './read-file.ts'
import type { DiskState } from './walk-vault.ts'

/** What the index knew before a look at the disk. */
export interface IndexedState {
  readonly notes: ReadonlyMap<string, FileStamp>
  readonly files: ReadonlySet<string>
  readonly typeFolders: ReadonlySet<string>
}

export interface SyncPlan {
  /** Notes to read: new, or no longer as they were when they were read. */
  readonly toRead: readonly string[]
  readonly removedNotes: readonly string[]
  readonly addedFiles: readonly string[]
  readonly removedFiles: readonly string[]
  readonly typeFolders: readonly string[] | null
}

/** What has to happen for the index to agree with the disk, as far as sizes and times can tell. */
export function planSync(onDisk: DiskState, indexed: IndexedState, folder: string): SyncPlan {
  const isGone = (path: string, here: { has(path: string): boolean }) =>
    isInside(path, folder) && !here.has(path) && !onDisk.unreadable.some((unread) => isInside(path, unread))
  const toRead: string[] = []
  for (const [path, stamp] of onDisk.notes) {
    const known = indexed.notes.get(path)
    if (known === undefined || !isSameStamp(known, stamp)) toRead.push(path)
  }
  const typeFolders = new Set(onDisk.typeFolders)
  for (const known of indexed.typeFolders) if (!isGone(known, onDisk.typeFolders)) typeFolders.add(known)
  const isSameTypes =
    typeFolders.size === indexed.typeFolders.size &&
    [...typeFolders].every((type) => indexed.typeFolders.has(type))
  return {
    toRead,
    removedNotes: [...indexed.notes.keys()].filter((path) => isGone(path, onDisk.notes)),
    addedFiles: [...onDisk.files].filter((path) => !indexed.files.has(path)),
    removedFiles: [...indexed.files].filter((path) => isGone(path, onDisk.files)),
    typeFolders: isSameTypes ? null : [...typeFolders],
  }
}

/**
 * True when a vault loses so much at once that a missing drive is likelier than a person: then nothing is dropped
 * before a second look agrees. Three notes may go, unless none is left.
 */
export function isSuspicious(removed: number, indexed: number): boolean {
  return removed > 0 && (removed === indexed || (removed > 3 && removed > indexed / 10))
}
