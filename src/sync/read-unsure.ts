import { unsure } from '../model/file-stamp.ts'
import { readFileForIndex } from '../files/read-file.ts'
import { stampReader, type KnownFile } from '../index-db/indexed-state.ts'
import type { Confirmed } from '../index-db/note-record.ts'
import type { SyncDesk } from './sync-desk.ts'
import type { NotesToRead } from './record-reader.ts'

// Other work gets its turn after this many files.
const filesPerTurn = 50

/**
 * Reads the notes of which stamps do not tell whether they have changed. `changed`: they have other bytes than the index
 * knows. `isSure`: the next look need not read the others.
 */
export async function readUnsure(
  desk: SyncDesk,
  paths: readonly string[],
): Promise<{ readonly changed: readonly string[]; readonly isSure: boolean }> {
  const readStamp = stampReader(desk.index.db)
  const changed: string[] = []
  const confirmed: Confirmed[] = []
  for (const [at, path] of paths.entries()) {
    if (at % filesPerTurn === filesPerTurn - 1) await desk.pause()
    const known = readStamp(path)
    const same = known === null ? null : readAgain(desk.options, path, known)
    if (same === null) changed.push(path)
    else if (same.stamp.noted !== unsure) confirmed.push(same)
  }
  if (confirmed.length > 0) desk.index.writer.confirm(confirmed)
  return { changed, isSure: changed.length + confirmed.length === paths.length }
}

/** What is seen of a note that still has the bytes that the index knows; null where it has others, or cannot be read. */
export function readAgain({ root }: NotesToRead, path: string, known: KnownFile): Confirmed | null {
  const file = readFileForIndex(root, path)
  return file?.hash === known.hash ? { path, hash: file.hash, stamp: file.stamp } : null
}
