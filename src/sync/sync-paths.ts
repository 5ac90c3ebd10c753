import {
  keepUnread,
  readBelow,
  readByHash,
  readTypeFolders,
  readUnread,
  stampReader,
} from '../index-db/indexed-state.ts'
import type { CanvasRecord, Confirmed } from '../index-db/note-record.ts'
import { isIgnoredAnywhere } from '../files/ignore-rules.ts'
import { isOddThere, mayBeOdd, oddPathsIn } from '../files/odd-names.ts'
import { isAlikeStamp, stampOf } from '../files/read-file.ts'
import { isOrLiesInVault } from '../files/walk-vault.ts'
import { unsure } from '../model/file-stamp.ts'
import { fileNameOf, folderOf, isCanvas, isInside, isNotePath, typeFileName } from '../model/note-path.ts'
import { findMoves } from './find-moves.ts'
import { readAgain } from './read-unsure.ts'
import { loadCutter, loadReader, type SyncDesk } from './sync-desk.ts'
import type { SyncResult } from './sync-messages.ts'

// The chunks of a larger number of notes can wait until they are embedded.
const mostCutAtOnce = 20

/** Looks at these paths and brings the index in step with them. `isTrusted`: missing ones are gone for certain. */
export async function syncPaths(
  desk: SyncDesk,
  paths: readonly string[],
  isTrusted: boolean,
): Promise<SyncResult> {
  const { options, folder, index } = desk
  const { db } = index
  const toRead: string[] = []
  /** There is no folder at these paths now: whatever the index knows below them is gone. */
  const noFolders: string[] = []
  const addedFiles: string[] = []
  const canvases: string[] = []
  const confirmed: Confirmed[] = []
  const readStamp = stampReader(db)
  const isElsewhere = rememberFolders((around) => isOrLiesInVault(options.root, around))
  const typeFolders = new Set(readTypeFolders(db))
  const typesBefore = [...typeFolders].join('\n')
  for (const path of paths) {
    desk.touched.add(path)
    if (isIgnoredAnywhere(folder.ignored, path) || isElsewhere(folderOf(path))) continue
    const found = folder.look(path)
    if (found === 'hidden') continue
    const stat = found === 'nothing' || !(found.isFile() || found.isDirectory()) ? null : found
    if (stat?.isDirectory() === true) {
      desk.scanSoon(path)
      continue
    }
    noFolders.push(path)
    if (fileNameOf(path) === typeFileName && folderOf(path) !== '') {
      if (stat !== null) typeFolders.add(folderOf(path))
      else typeFolders.delete(folderOf(path))
    }
    if (stat === null) continue
    if (!isNotePath(path) || folder.isNoNote(path)) {
      addedFiles.push(path)
      if (isCanvas(path)) canvases.push(path)
    } else {
      desk.longNote.begin(stat.size)
      const known = readStamp(path)
      // Whoever names a path has seen a change of it, which its stamp need not show.
      const mayBeSame = known !== null && isAlikeStamp(known, stampOf(stat))
      const same = mayBeSame ? readAgain(options, path, known) : null
      if (same === null) toRead.push(path)
      else if (same.stamp.noted !== unsure && same.stamp.noted !== known?.noted) confirmed.push(same)
    }
  }
  // A vault that is not there has not lost its notes.
  folder.expectThere()
  if (confirmed.length > 0) index.writer.confirm(confirmed)
  const below = readBelow(db, noFolders)
  if (readUnread(db).length > 0) for (const path of noFolders) keepUnread(index, path, [])
  followOddNames(desk, noFolders)
  for (const path of noFolders) {
    for (const type of typeFolders) if (isInside(type, path)) typeFolders.delete(type)
  }
  const missing = below.notes.filter((path) => folder.isNoteGone(path))
  const sure = isTrusted ? missing : await desk.missing.gone(missing, { hasOthers: toRead.length > 0 })
  if (sure === null) return { read: 0, removed: 0 }
  const gone = new Set(sure)
  const notes = toRead.length === 0 ? [] : (await loadReader()).readChunk(options, toRead)
  const moved = findMoves(notes, readByHash(db, [...gone]), (path) => readStamp(path) !== null)
  for (const { from } of moved) gone.delete(from)
  index.apply(
    {
      notes,
      moved,
      removedNotes: [...gone],
      addedFiles,
      canvases: await readCanvases(desk, canvases),
      removedFiles: below.files.filter((path) => folder.isFileGone(path)),
      typeFolders: [...typeFolders].join('\n') === typesBefore ? null : [...typeFolders],
    },
    notes.length > 0 ? (await loadCutter()).cutChunks : null,
    notes.length <= mostCutAtOnce ? 'all' : 'those that were',
  )
  return { read: notes.length, removed: gone.size }
}

/** Notes which files with names that are no UTF-8 came and went: the paths by which that is reported lead to none. */
function followOddNames({ options: { root }, folder, index }: SyncDesk, paths: readonly string[]): void {
  for (const path of readUnread(index.db))
    if (!path.isWellFormed() && !isOddThere(root, path)) keepUnread(index, path, [])
  for (const around of new Set(paths.filter(mayBeOdd).map(folderOf)))
    for (const path of oddPathsIn(root, around))
      if (!isIgnoredAnywhere(folder.ignored, path)) keepUnread(index, path, [path])
}

export async function readCanvases(
  { options }: SyncDesk,
  paths: readonly string[],
): Promise<readonly CanvasRecord[]> {
  return paths.length === 0 ? [] : (await loadReader()).readCanvases(options.root, paths)
}

/** Most of many paths lie in the same few folders. */
function rememberFolders(ask: (folder: string) => boolean): (folder: string) => boolean {
  const known = new Map<string, boolean>()
  return (folder) => {
    const answer = known.get(folder) ?? ask(folder)
    known.set(folder, answer)
    return answer
  }
}
