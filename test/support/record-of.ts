import type { NoteRecord } from '../../src/index-db/note-record.ts'
import { toNoteRecord } from '../../src/sync/to-note-record.ts'

/** The record of a note as the reading threads make it, in ASCII. */
export function recordOf(path: string, text: string, inode = 1): NoteRecord {
  return toNoteRecord({
    path,
    text,
    hash: `sha256:${path}`,
    stamp: { size: text.length, mtime: 1, inode, noted: 1 },
    born: 1,
    problem: null,
  })
}
