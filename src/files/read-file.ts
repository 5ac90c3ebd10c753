import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { stampWhenRead, type FileStamp } from '../model/file-stamp.ts'
import { inMegabytes, mostNoteBytes, mostReadBytes, startBytes } from '../model/note-size.ts'
import { decodeNote, type Encoding } from './decode-note.ts'
import { hashOf } from './hash-file.ts'
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
  /** Whether the system refused to read the file: what is already known of its text stays valid. */
  readonly isUnread?: boolean
}

/**
 * What is at a path, as far as the system shows it. Links are not followed, not even in folders above it: what they
 * lead to is not in the vault. Pass one `folders` for many paths at one moment, so that each folder is looked at once.
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
 * Reads a note for the index; null when it is gone or not a plain file. An unreadable one has no text and says so.
 * Blocking: only for the indexing threads.
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
    const readAt = Date.now()
    const stat = fstatSync(descriptor)
    // A folder above it may have become a link meanwhile, and what it leads to is not in the vault.
    if (!stat.isFile() || !liesIn(descriptor, join(root, path))) return null
    if (stat.size > mostReadBytes) return nameAlone(path, stat)
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
    const { text, encoding } = decodeNote(isLarge ? bytes.subarray(0, startBytes) : bytes, isLarge)
    return {
      path,
      text,
      hash: `sha256:${hash.digest('hex')}`,
      stamp: stampWhenRead(stampOf(stat), readAt),
      born: bornAt(stat),
      problem: isLarge
        ? `The file has ${length} bytes: only its first ${startBytes} are indexed.`
        : problemOf(encoding),
    }
  } finally {
    closeSync(descriptor)
  }
}

function nameAlone(path: string, stat: Stats): ReadFile {
  const stamp = stampOf(stat)
  return {
    path,
    text: '',
    hash: hashOf(Buffer.from(`unread ${path} ${stamp.size} ${stamp.mtime}`)),
    stamp,
    born: bornAt(stat),
    problem: `The file has ${stat.size} bytes: of files above ${inMegabytes(mostReadBytes)} only the name is known.`,
  }
}

function unreadFile(root: string, path: string): ReadFile | null {
  const stat = lookAt(root, path)
  if (typeof stat === 'string' || !stat.isFile()) return null
  return {
    ...nameAlone(path, stat),
    // Never equal to the hash of an empty note.
    hash: hashOf(Buffer.from(`unread ${path}`)),
    // No real file has this inode: the note is read again as soon as that is allowed.
    stamp: { ...stampOf(stat), inode: 0 },
    problem: 'The system does not let flint read this file: only its name is known. Mend its permissions.',
    isUnread: true,
  }
}

export function stampOf(stat: Pick<Stats, 'size' | 'mtimeMs' | 'ino' | 'ctimeMs'>): FileStamp {
  return { size: stat.size, mtime: stat.mtimeMs, inode: stat.ino, noted: stat.ctimeMs }
}

/** Creation time in milliseconds since 1970; the modification time where the file system keeps none. */
export function bornAt({ birthtimeMs, mtimeMs }: Stats): number {
  return birthtimeMs > 0 ? birthtimeMs : mtimeMs
}

/** Whether two stamps are alike, but for when the system noted a change: only reading tells whether there was one. */
export function isAlikeStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtime === b.mtime && a.inode === b.inode
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return isAlikeStamp(a, b) && a.noted === b.noted
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}

// A loop of links above a path, or something that cannot be opened (a socket), tells as little of a note as a missing
// permission.
function isRefused(error: unknown): boolean {
  return hasCode(error, 'EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENODEV', 'EOPNOTSUPP')
}

function problemOf(encoding: Encoding): string | null {
  if (encoding === 'UTF-8') return null
  return encoding === null
    ? 'The file is not valid UTF-8: unreadable bytes are indexed as U+FFFD.'
    : `The file is ${encoding}, not UTF-8: it is read, but flint cannot change it.`
}
