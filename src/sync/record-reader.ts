import type { CanvasRecord, NoteRecord } from '../index-db/note-record.ts'
import { findCanvasProblem, parseCanvas } from '../markdown/read/parse-canvas.ts'
import { readFileForIndex } from '../files/read-file.ts'
import type { SyncOptions } from './sync-messages.ts'
import { toLinkRecords, toNoteRecord } from './to-note-record.ts'

/** Where notes are and how they are read. */
export type NotesToRead = Pick<SyncOptions, 'root' | 'tagStyle' | 'naming'>

/** Reads a batch of notes in this thread. A file that cannot be read is left out: the index keeps what it had. */
export function readChunk(
  { root, tagStyle, naming }: NotesToRead,
  paths: readonly string[],
): readonly NoteRecord[] {
  const records: NoteRecord[] = []
  for (const path of paths) {
    const file = readFileForIndex(root, path)
    if (file !== null) records.push(toNoteRecord(file, tagStyle, naming))
  }
  return records
}

export function readCanvases(root: string, paths: readonly string[]): readonly CanvasRecord[] {
  return paths.flatMap((path) => {
    const file = readFileForIndex(root, path)
    if (file === null || file.isUnread === true) return []
    const links = toLinkRecords(path, parseCanvas(file.text))
    return [{ path, stamp: file.stamp, problem: findCanvasProblem(file.text), links }]
  })
}
