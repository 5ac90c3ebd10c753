import type { CutNote } from '../index-db/chunk-writer.ts'
import {
  agreedState,
  countNotes,
  foundState,
  keepUnread,
  readByHash,
  readIndexed,
  readTypeFolders,
  stampReader,
} from '../index-db/indexed-state.ts'
import { noChanges, type NoteRecord } from '../index-db/note-record.ts'
import { isSameStamp, stampOf } from '../files/read-file.ts'
import { walkVault } from '../files/walk-vault.ts'
import { typeFileName } from '../model/note-path.ts'
import { findMoves } from './find-moves.ts'
import { lookOf } from './look-of.ts'
import { isNothing, planSync, type SyncPlan } from './plan-sync.ts'
import { RecordStream } from './record-stream.ts'
import { readUnsure } from './read-unsure.ts'
import { readingOf } from './record-version.ts'
import { loadCutter, loadReader, type SyncDesk } from './sync-desk.ts'
import type { SyncResult } from './sync-messages.ts'
import { readCanvases, syncPaths } from './sync-paths.ts'

// The first notes of a vault are soon findable; after that larger commits cost less.
const notesPerCommit = { first: 500, most: 2_000 }

/** What a drive keeps for itself at its root, where nobody has notes. */
const ofDrive: ReadonlySet<string> = new Set(['lost+found', 'System Volume Information', '$RECYCLE.BIN'])

export interface ScanHow {
  readonly isCancelled?: () => boolean
  /** A person has confirmed that missing notes are gone. */
  readonly isConfirmed?: boolean
  /** Cuts every note that is read; without it only notes that were cut before. */
  readonly cut?: CutNote
}

/** Looks at everything below a folder (`''` is the whole vault) and brings the index in step with it. */
export async function scanFolder(desk: SyncDesk, folder: string, how: ScanHow = {}): Promise<SyncResult> {
  // A folder that is gone, is a file by now, or is not in the vault is a path like any other.
  if (folder !== '' && (desk.folder.isLeftOut(folder) || !desk.folder.hasFolder(folder)))
    return await syncPaths(desk, [folder], false)
  const reading = new RecordStream(desk.options)
  try {
    return await scanWith(desk, reading, folder, how)
  } finally {
    await reading.close()
  }
}

async function scanWith(
  desk: SyncDesk,
  reading: RecordStream,
  folder: string,
  { isCancelled = () => false, cut: cutAll, isConfirmed = false }: ScanHow,
): Promise<SyncResult> {
  const { options, index, touched } = desk
  desk.folder.expectThere()
  desk.report('scanning')
  const { db } = index
  index.writer.markExcluded(JSON.stringify(options.excluded))
  const seen = folder === '' ? desk.takeSeen() : null
  // Every note must be read, so the first are read while others are still being found.
  const isNew = folder === '' && seen === null && countNotes(db) === 0
  const turn = async (found: readonly string[]) => {
    if (isNew) reading.add(found)
    await desk.pause()
  }
  const onDisk = seen?.onDisk ?? (await walkVault(options.root, folder, desk.folder, turn))
  desk.folder.expectThere()
  const isUnread = (path: string) =>
    !path.isWellFormed() || (!ofDrive.has(path) && desk.folder.look(path) !== 'nothing')
  keepUnread(index, folder, onDisk.unreadable.filter(isUnread))
  for (const path of onDisk.leftovers) desk.folder.removeLeftover(path)
  // Notes that another version of the reader has read are read again.
  const reader = readingOf(options)
  const isSameReading = index.writer.state('reading') === reader
  const changes = index.writer.state('changes')
  const isWhole = folder === '' && isSameReading && index.writer.isFilled
  const look = isWhole ? lookOf(options, changes, onDisk) : null
  if (seen === null && look !== null && index.writer.state(agreedState) === look)
    return { read: 0, removed: 0 }
  const seenPlan = seen?.changes === changes ? seen.plan : planSync(onDisk, readIndexed(db), folder)
  const { changed, isSure } = await readUnsure(desk, isSameReading ? seenPlan.unsure : [])
  const plan = { ...seenPlan, toRead: [...seenPlan.toRead, ...changed], unsure: [] }
  if (look !== null && isSure && isNothing(plan)) {
    index.writer.setState(agreedState, look)
    if (seen !== null) index.writer.setState(foundState, seen.name)
  }
  const toRead = isSameReading ? plan.toRead : onDisk.notes.paths
  const canvasesToRead = isSameReading ? plan.canvasesToRead : onDisk.canvases.paths
  const hasOthers = onDisk.notes.paths.length > 0
  const removedNotes = await desk.missing.gone(plan.removedNotes, { isConfirmed, hasOthers })
  if (removedNotes === null) return { read: 0, removed: 0 }
  // Types first: each note is then written once, with its type.
  if (plan.typeFolders !== null) index.apply({ ...noChanges, typeFolders: typesNow(desk, plan) })
  const gone = new Set(removedNotes)
  const vanished = gone.size > 0 ? readByHash(db, removedNotes) : null
  if (!isNew) reading.add(toRead)
  const readStamp = stampReader(db)
  const isKnown = (path: string) => readStamp(path) !== null
  // A note's chunks are replaced together with the note, so that semantic search has no gap.
  const cut = cutAll ?? (isNew || toRead.length === 0 ? null : (await loadCutter()).cutChunks)
  const which = cutAll === undefined ? 'those that were' : 'all'
  let waiting = 0
  let done = 0
  let commitAt = notesPerCommit.first
  if (!index.writer.isFilled) index.writer.beginFilling()
  const commit = async () => {
    waiting = 0
    if (vanished === null && touched.isEmpty) index.apply({ ...noChanges, notes: reading.take() }, cut, which)
    else {
      const notes = await asTheyAreNow(desk, [...reading.take()])
      const moved = vanished === null ? [] : findMoves(notes, vanished, isKnown)
      for (const { from } of moved) gone.delete(from)
      index.apply({ ...noChanges, notes, moved }, cut, which)
    }
    desk.report('indexing', done, toRead.length)
  }
  for await (const count of reading.arrivals(desk.pause)) {
    if (desk.isClosing()) return { read: done, removed: 0 }
    waiting += count
    done += count
    if (waiting >= commitAt || reading.isFull || isCancelled()) {
      await commit()
      commitAt = Math.min(2 * commitAt, notesPerCommit.most)
      await desk.pause()
    }
    if (isCancelled()) return { read: done, removed: 0 }
  }
  if (waiting > 0) await commit()
  // Frees its memory for what follows.
  await reading.close()
  // Much may have happened since the walk and may be indexed already.
  index.apply({
    ...noChanges,
    addedFiles: plan.addedFiles.filter((path) => desk.folder.hasFile(path)),
    canvases: await readCanvases(desk, canvasesToRead),
    removedFiles: plan.removedFiles.filter((path) => desk.folder.isFileGone(path)),
    removedNotes: [...gone].filter((path) => desk.folder.isNoteGone(path)),
  })
  if (folder === '') {
    if (!isSameReading) {
      index.writer.doubtIndexes()
      // An unchanged link may point to another note by now.
      if (index.writer.isFilled) index.writer.resolveAll()
    }
    index.writer.setState('reading', reader)
    if (!index.writer.isFilled) index.finishFilling()
  }
  return { read: done, removed: gone.size }
}

/** Reads those records again whose file has changed since. Only touched paths: the watcher reports the rest. */
async function asTheyAreNow(
  { options, folder, touched }: SyncDesk,
  records: readonly NoteRecord[],
): Promise<readonly NoteRecord[]> {
  if (!records.some(({ path }) => touched.hasOnWay(path))) return records
  const { readChunk } = await loadReader()
  const folders = new Set<string>()
  return records.flatMap((record) => {
    if (!touched.hasOnWay(record.path)) return [record]
    const found = folder.look(record.path, folders)
    if (typeof found !== 'object' || !found.isFile()) return []
    return isSameStamp(stampOf(found), record.stamp) ? [record] : readChunk(options, [record.path])
  })
}

/** The type folders that a scan found and that still exist on disk; for touched ones, what the index knows by now. */
function typesNow({ folder, index }: SyncDesk, { typeFolders }: SyncPlan): readonly string[] {
  const found = new Set(typeFolders)
  const known = readTypeFolders(index.db)
  const isType = (type: string) => {
    const description = `${type}/${typeFileName}`
    return folder.hasFile(description) && !folder.isLeftOut(description)
  }
  return [
    ...[...found].filter((type) => known.has(type) || isType(type)),
    ...[...known].filter((type) => !found.has(type) && isType(type)),
  ]
}
