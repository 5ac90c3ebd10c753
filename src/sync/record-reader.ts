import type { CanvasRecord, NoteRecord } from '../index-db/note-record.ts'
import { findCanvasProblem, parseCanvas } from '../markdown/parse-canvas.ts'
import { readFileForIndex } from '../files/read-file.ts'
import { toLinkRecords, toNoteRecord } from './note-record.ts'

/** Reads one chunk here and now. A file that cannot be read is left out: the index keeps what it had. */
export function readChunk(root: string, paths: readonly string[]): readonly NoteRecord[] {
  const records: NoteRecord[] = []
  for (const path of paths) {
    const file = readFileForIndex(root, path)
    if (file !== null) records.push(toNoteRecord(file))
  }
  return records
}

/** The same for canvases. */
export function readCanvases(root: string, paths: readonly string[]): readonly CanvasRecord[] {
  return paths.flatMap((path) => {
    const file = readFileForIndex(root, path)
    if (file === null) return []
    const links = toLinkRecords(path, parseCanvas(file.text))
    return [{ path, stamp: file.stamp, problem: findCanvasProblem(file.text), links }]
  })
}
