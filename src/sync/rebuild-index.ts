import type { CutNote } from '../index-db/chunk-writer.ts'
import { countNotes } from '../index-db/indexed-state.ts'
import { scanFolder } from './scan-folder.ts'
import { loadCutter, type SyncDesk } from './sync-desk.ts'
import type { SyncRequest, SyncResult } from './sync-messages.ts'

export type RebuildRequest = Extract<SyncRequest, { kind: 'rebuild' }>

interface RebuildDoors {
  /** Whether the caller no longer waits for it. */
  readonly isCancelled: () => boolean
  /** An index that knows every note is being rebuilt: answers need no warning that notes may be missing. */
  readonly onAgain: (isAgain: boolean) => void
}

// Other work gets its turn after this many notes.
export const notesPerCut = 40

/** Rebuilds the index or a part of it. */
export async function rebuildIndex(
  desk: SyncDesk,
  { scope, identity }: RebuildRequest,
  doors: RebuildDoors,
): Promise<SyncResult> {
  if (identity !== null) desk.folder.accept(identity)
  switch (scope) {
    case 'links':
      desk.index.writer.resolveAll()
      return { read: 0, removed: 0 }
    case 'damaged':
      desk.index.file.replace()
      return await scanFolder(desk, '')
    case 'vectors':
      return await cutAgain(desk, doors)
    case 'all':
      return await readAgain(desk, identity !== null, doors)
  }
}

/** Reads and cuts every note again. */
async function readAgain(desk: SyncDesk, isConfirmed: boolean, doors: RebuildDoors): Promise<SyncResult> {
  const { index } = desk
  const reading = index.writer.state('reading')
  index.doubtEverything()
  // Only a complete index can be left in place to answer meanwhile.
  const isWhole = index.writer.isFilled
  const isCancelled = () => isWhole && doors.isCancelled()
  doors.onAgain(isWhole)
  const { cut, count } = await countingCutter()
  const result = await scanFolder(desk, '', { isCancelled, cut, isConfirmed })
  if (isCancelled()) index.writer.setState('reading', reading ?? '')
  return { ...result, chunks: count() }
}

/** Cuts every note again from the text in the index, and has their vectors made again. */
async function cutAgain(desk: SyncDesk, { isCancelled, onAgain }: RebuildDoors): Promise<SyncResult> {
  const { index } = desk
  const total = countNotes(index.db)
  const { cut, count } = await countingCutter()
  let read = 0
  onAgain(index.writer.isFilled)
  for (let last = 0; !isCancelled() && !desk.isClosing();) {
    const some = index.writer.cutAgain(last, notesPerCut, cut)
    if (some === null) {
      index.writer.makeVectorsAgain()
      break
    }
    last = some.last
    read += some.count
    desk.report('indexing', read, total)
    await desk.pause()
  }
  return { read, removed: 0, chunks: count() }
}

async function countingCutter(): Promise<{ readonly cut: CutNote; readonly count: () => number }> {
  const { cutChunks } = await loadCutter()
  let count = 0
  return {
    cut: (note) => {
      const chunks = cutChunks(note)
      count += chunks.length
      return chunks
    },
    count: () => count,
  }
}
