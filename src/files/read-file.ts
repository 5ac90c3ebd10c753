import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { FileStamp } from '../model/file-stamp.ts'
import { mostNoteBytes, startBytes } from '../model/note-size.ts'
import { liesIn } from './place-of.ts'
import { openForReading } from './read-bytes.ts'
import { hasCode } from '../model/error-code.ts'

export interface ReadFile {
  readonly path: string
  readonly text: string
  readonly hash: string
  readonly stamp: FileStamp
  /** Milliseconds since 1970. */
  readonly born: number
  /** Why the text is not the whole file as written; null where it is. */
  readonly problem: string | null
  /** Whether the system did not let us read a byte of it: what is known of its text from before counts. */
  readonly isUnread?: boolean
}

/**
 * What lies at a path: nothing, or something that the system does not let us see. Links are not followed, those on the
 * way neither: below them a vault has nothing. Whoever looks at many paths at one moment hands over the same `folders`,
 * so that each folder on the way is looked at once.
 */
export function lookAt(
  root: string,
  path: string,
  folders = new Set<string>(),
): Stats | 'nothing' | 'hidden' {
  try {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end)
      if (folders.has(folder)) continue
      if (!lstatSync(`${root}/${folder}`).isDirectory()) return 'nothing'
      folders.add(folder)
    }
    return lstatSync(`${root}/${path}`)
  } catch (error) {
    if (isMissing(error)) return 'nothing'
    if (isRefused(error)) return 'hidden'
    throw error
  }
}

/**
 * Reads a note for the index; null when it is gone or is no plain file. One that may not be read has no text, and says so.
 * Blocking: only for the threads that index.
 */
export function readFileForIndex(root: string, path: string): ReadFile | null {
  let descriptor: number
  try {
    descriptor = openForReading(join(root, path))
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) return unreadFile(root, path)
    if (isMissing(error) || isRefused(error)) return null
    throw error
  }
  try {
    const stat = fstatSync(descriptor)
    // A folder on the way may have become a link since it was looked at: what lies there is no part of the vault.
    if (!stat.isFile() || !liesIn(descriptor, join(root, path))) return null
    const isLarge = stat.size > mostNoteBytes
    const hash = createHash('sha256')
    const kept: Buffer[] = []
    let length = 0
    const size = isLarge ? 1 << 20 : stat.size + 1
    for (let read = size; read === size || (isLarge && read > 0);) {
      const chunk = Buffer.allocUnsafe(size)
      read = readSync(descriptor, chunk, 0, size, null)
      const bytes = chunk.subarray(0, read)
      hash.update(bytes)
      if (!isLarge || length < startBytes) kept.push(bytes)
      length += read
    }
    const bytes = kept.length === 1 ? (kept[0] ?? Buffer.alloc(0)) : Buffer.concat(kept)
    const { text, isUtf8 } = decode(isLarge ? bytes.subarray(0, startBytes) : bytes, isLarge)
    return {
      path,
      text,
      hash: `sha256:${hash.digest('hex')}`,
      stamp: stampOf(stat),
      born: bornAt(stat),
      problem: isLarge
        ? `The file has ${length} bytes: only its first ${startBytes} are indexed.`
        : isUtf8
          ? null
          : 'The file is not valid UTF-8: unreadable bytes are indexed as U+FFFD.',
    }
  } finally {
    closeSync(descriptor)
  }
}

function unreadFile(root: string, path: string): ReadFile | null {
  const stat = lookAt(root, path)
  if (typeof stat === 'string' || !stat.isFile()) return null
  return {
    path,
    text: '',
    // Never taken for a note that is empty.
    hash: `sha256:${createHash('sha256').update(`unread ${path}`).digest('hex')}`,
    // No file is like that: as soon as it may be read, it is.
    stamp: { ...stampOf(stat), inode: 0 },
    born: bornAt(stat),
    problem: 'The system does not let flint read this file: only its name is known. Mend its permissions.',
    isUnread: true,
  }
}

export function stampOf(stat: {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}): FileStamp {
  return { size: stat.size, mtime: stat.mtimeMs, inode: stat.ino }
}

/** Milliseconds since 1970. Not every file system keeps when a file was made. */
export function bornAt({ birthtimeMs, mtimeMs }: Stats): number {
  return birthtimeMs > 0 ? birthtimeMs : mtimeMs
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtime === b.mtime && a.inode === b.inode
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}

// A loop of links above a path, or what cannot be opened at all (a socket), say as little of a note as a missing permission.
function isRefused(error: unknown): boolean {
  return hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENODEV', 'EOPNOTSUPP')
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of a file's bytes, byte-order mark included. A cut file may end in the middle of a character, which is no fault of the file. */
export function decode(
  bytes: Uint8Array,
  isCut = false,
): { readonly text: string; readonly isUtf8: boolean } {
  try {
    return { text: (isCut ? lenient : strict).decode(bytes), isUtf8: true }
  } catch {
    return { text: lenient.decode(bytes), isUtf8: false }
  }
}
