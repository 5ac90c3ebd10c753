import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { FileStamp } from '../model/file-stamp.ts'

export interface ReadFile {
  readonly path: string
  readonly text: string
  readonly hash: string
  readonly stamp: FileStamp
  /** Milliseconds since 1970. */
  readonly born: number
  /** Why the text is not the whole file as written; null where it is. */
  readonly problem: string | null
}

// Beyond this a file is hashed whole but only its beginning is indexed: time and memory stay bounded.
const mostBytes = 10_000_000
const indexedOfLarger = 1_000_000

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
 * Reads a note for the index; null when it is gone, may not be read or is no plain file. Blocking: only for the threads
 * that index.
 */
export function readFileForIndex(root: string, path: string): ReadFile | null {
  let descriptor: number
  try {
    descriptor = openSync(join(root, path), 'r')
  } catch (error) {
    if (isMissing(error) || isRefused(error)) return null
    throw error
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return null
    const isLarge = stat.size > mostBytes
    const hash = createHash('sha256')
    const kept: Buffer[] = []
    let length = 0
    const size = isLarge ? 1 << 20 : stat.size + 1
    for (let read = size; read === size || (isLarge && read > 0);) {
      const chunk = Buffer.allocUnsafe(size)
      read = readSync(descriptor, chunk, 0, size, null)
      const bytes = chunk.subarray(0, read)
      hash.update(bytes)
      if (!isLarge || length < indexedOfLarger) kept.push(bytes)
      length += read
    }
    const bytes = kept.length === 1 ? (kept[0] ?? Buffer.alloc(0)) : Buffer.concat(kept)
    const { text, isUtf8 } = decode(isLarge ? bytes.subarray(0, indexedOfLarger) : bytes, isLarge)
    return {
      path,
      text,
      hash: `sha256:${hash.digest('hex')}`,
      stamp: stampOf(stat),
      born: stat.birthtimeMs > 0 ? stat.birthtimeMs : stat.mtimeMs,
      problem: isLarge
        ? `The file has ${length} bytes: only its first ${indexedOfLarger} are indexed.`
        : isUtf8
          ? null
          : 'The file is not valid UTF-8: unreadable bytes are indexed as U+FFFD.',
    }
  } finally {
    closeSync(descriptor)
  }
}

export function stampOf(stat: {
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}): FileStamp {
  return { size: stat.size, mtime: stat.mtimeMs, inode: stat.ino }
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtime === b.mtime && a.inode === b.inode
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}

// A loop of links above a path, or a name that the drive cannot bear, say as little of a note as a missing permission.
function isRefused(error: unknown): boolean {
  return hasCode(error, 'EACCES', 'EPERM', 'ELOOP')
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  )
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

function decode(bytes: Uint8Array, isCut: boolean): { text: string; isUtf8: boolean } {
  try {
    // A cut file may end in the middle of a character, which is no fault of the file.
    return { text: (isCut ? lenient : strict).decode(bytes), isUtf8: true }
  } catch {
    return { text: lenient.decode(bytes), isUtf8: false }
  }
}
