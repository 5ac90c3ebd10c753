import { randomUUID } from 'node:crypto'
import { closeSync, fchmodSync, fsync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { link, lstat, open, readdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { normalizeKey } from '../model/normalize-key.ts'
import { temporaryName } from '../model/temporary-name.ts'
import { isMissing } from './read-text.ts'

const synced = promisify(fsync)

/**
 * A hidden file with these bytes, safe on disk, in the folder in which it is needed: a rename there is one step. Only the
 * wait for the disk is left to another thread: the other steps take less time than the way there and back.
 */
export async function writeTemporary(folder: string, bytes: Uint8Array, mode?: number): Promise<string> {
  const temporary = join(folder, temporaryName(randomUUID()))
  const file = openSync(temporary, 'wx', mode ?? 0o666)
  try {
    writeFileSync(file, bytes)
    // What the process takes away from new files, it must not take from one that is there already.
    if (mode !== undefined) fchmodSync(file, mode & 0o7777)
    await synced(file)
  } catch (error) {
    unlinkQuietly(temporary)
    throw error
  } finally {
    closeSync(file)
  }
  return temporary
}

function unlinkQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // What made the write fail is what the caller has to know.
  }
}

/**
 * Gives a file a name that nothing has: EEXIST otherwise, also when it is taken at this very moment. The former name
 * stays where the drive has hard links, else it is gone.
 */
export async function placeFile(file: string, target: string): Promise<void> {
  try {
    await link(file, target)
  } catch (error) {
    // A drive without hard links, or a file that is not ours: then an empty file keeps the place meanwhile.
    if (!hasCode(error, 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error
    await (await open(target, 'wx')).close()
    try {
      await rename(file, target)
    } catch (failure) {
      await unlink(target)
      throw failure
    }
  }
}

/** Whether two paths that differ in case or in how accents are typed name one and the same entry of a folder. */
export async function isSameEntry(a: string, b: string): Promise<boolean> {
  if (dirname(a) !== dirname(b) || normalizeKey(basename(a)) !== normalizeKey(basename(b))) return false
  const [one, other] = await Promise.all([a, b].map((path) => lstat(path).catch(() => null)))
  if (one?.ino !== other?.ino || one?.dev !== other?.dev) return false
  // Hard links beside each other are two entries.
  const names = await readdir(dirname(a))
  return !(names.includes(basename(a)) && names.includes(basename(b)))
}

/** Makes what happened to the names in a folder outlast a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows and some network drives cannot open a folder; the file itself is safe already.
  const handle = await open(folder, 'r').catch(() => null)
  try {
    await handle?.sync().catch(() => undefined)
  } finally {
    await handle?.close()
  }
}

export async function unlinkIfThere(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  )
}
