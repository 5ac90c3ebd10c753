import type { BigIntStats, Stats } from 'node:fs'
import type { FileStamp } from '../model/file-stamp.ts'
import type { ContentHash } from '../model/ids.ts'
import { mostNoteBytes, mostReadBytes } from '../model/note-size.ts'
import type { AtRest } from './at-rest.ts'
import { decodeNote } from './decode-note.ts'
import { noNote, tooLong } from './file-errors.ts'
import { hashOfBytes } from './hash-file.ts'
import { readLongFile } from './long-file.ts'
import { readBytes } from './read-bytes.ts'
import { bornAt, stampOf } from './read-file.ts'

export interface StoredFile {
  readonly path: string
  /** The whole file, byte-order mark included. */
  readonly text: string
  readonly hash: ContentHash
  readonly stamp: FileStamp
  /** Milliseconds since 1970. */
  readonly born: number
  /** False for another encoding, and when bytes were lost in decoding: such a text must not be written back. */
  readonly isUtf8: boolean
  /** The full length of a file too long to edit, of which `text` is only the beginning; null for a whole one. */
  readonly cutFrom: { readonly bytes: number; readonly lines: number } | null
  /** The whole text of a file that had rested when it was read: until it changes it need not be read again. */
  readonly atRest?: AtRest
}

/** Adds that the file had rested, if it had: `stats` are from before it was read. */
export function withRest(file: StoredFile, stats: BigIntStats | null): StoredFile {
  const { text, hash, isUtf8, cutFrom } = file
  return stats === null || !isUtf8 || cutFrom !== null ? file : { ...file, atRest: { stats, text, hash } }
}

/** Reads an open file. INVALID_ARGUMENT for one that is too long to edit. */
export async function readStored(path: string, file: number, stats: Stats): Promise<StoredFile> {
  if (stats.size > mostNoteBytes) throw tooLong(path, stats.size)
  const bytes = await readBytes(file, stats.size)
  const { text, encoding } = decodeNote(bytes)
  return {
    text,
    isUtf8: encoding === 'UTF-8',
    hash: await hashOfBytes(bytes),
    cutFrom: null,
    ...looks(path, stats),
  }
}

/** Reads an open file of any length; of one that is too long to edit, its beginning. */
export async function readStoredStart(path: string, file: number, stats: Stats): Promise<StoredFile> {
  if (stats.size <= mostNoteBytes) return await readStored(path, file, stats)
  refuseNoNote(path, stats)
  const { start, hash, lines } = await readLongFile(file)
  return { text: start, isUtf8: false, hash, cutFrom: { bytes: stats.size, lines }, ...looks(path, stats) }
}

/** INVALID_ARGUMENT for a file so long that reading it would take minutes. */
export function refuseNoNote(path: string, { size }: Stats): void {
  if (size > mostReadBytes) throw noNote(path, size)
}

function looks(path: string, stats: Stats): Pick<StoredFile, 'path' | 'stamp' | 'born'> {
  return { path, stamp: stampOf(stats), born: bornAt(stats) }
}
