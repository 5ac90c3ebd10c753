import { isInside } from '../model/note-path.ts'
import type { DiskState, StampedPaths } from '../files/walk-vault.ts'
import type { IndexedState, StampRow } from '../index-db/indexed-state.ts'

export interface SyncPlan {
  /** Notes that are new or have changed since they were read. */
  readonly toRead: readonly string[]
  /** Notes that look as they did: only reading them tells whether they have changed. */
  readonly unsure: readonly string[]
  /** Canvases to read for their links. */
  readonly canvasesToRead: readonly string[]
  readonly removedNotes: readonly string[]
  readonly addedFiles: readonly string[]
  readonly removedFiles: readonly string[]
  readonly typeFolders: readonly string[] | null
}

/** What must happen for the index to agree with the disk, judged by sizes and times. */
export function planSync(onDisk: DiskState, indexed: IndexedState, folder: string): SyncPlan {
  const isGone = (path: string) =>
    isInside(path, folder) && !onDisk.unreadable.some((unread) => isInside(path, unread))
  const typeFolders = new Set(onDisk.typeFolders)
  for (const known of indexed.typeFolders) if (!isGone(known)) typeFolders.add(known)
  const isSameTypes =
    typeFolders.size === indexed.typeFolders.size &&
    [...typeFolders].every((type) => indexed.typeFolders.has(type))
  const notes = compare(onDisk.notes, indexed.notes)
  const canvases = compare(onDisk.canvases, indexed.canvases)
  return {
    toRead: notes.changed,
    unsure: notes.unsure,
    canvasesToRead: [...canvases.changed, ...canvases.unsure],
    removedNotes: notes.missing.filter(isGone),
    addedFiles: [...onDisk.files].filter((path) => !indexed.files.has(path)),
    removedFiles: [...indexed.files].filter((path) => !onDisk.files.has(path) && isGone(path)),
    typeFolders: isSameTypes ? null : [...typeFolders],
  }
}

/** Whether the index agrees with the disk. */
export function isNothing({ typeFolders, ...lists }: SyncPlan): boolean {
  return typeFolders === null && Object.values(lists).every((paths) => paths.length === 0)
}

/**
 * What is new or has another stamp than the index knows, in the order of the disk; what differs only in when the system noted a
 * change; and what is not on the disk.
 */
function compare(
  { paths, stamps }: StampedPaths,
  known: readonly StampRow[],
): Readonly<Record<'changed' | 'unsure' | 'missing', readonly string[]>> {
  const unseen = new Map<string, StampRow>()
  for (const row of known) unseen.set(row[0], row)
  const unsure: string[] = []
  const changed = paths.filter((path, at) => {
    const row = unseen.get(path)
    if (row === undefined) return true
    unseen.delete(path)
    if (row[1] !== stamps[4 * at] || row[2] !== stamps[4 * at + 1] || row[3] !== stamps[4 * at + 2])
      return true
    if (row[4] !== stamps[4 * at + 3]) unsure.push(path)
    return false
  })
  return { changed, unsure, missing: [...unseen.keys()] }
}

/**
 * True when a vault loses so much at once that a missing drive is likelier than a person: nothing is dropped before a
 * second look agrees. Three notes may go, unless none is left.
 */
export function isSuspicious(removed: number, indexed: number): boolean {
  return removed > 0 && (removed === indexed || (removed > 3 && removed > indexed / 10))
}
