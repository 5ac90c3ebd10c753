import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** SQLite's log, and the log's index, which all connections share: beside a database that is open. */
export const logSuffixes = ['-wal', '-shm'] as const

/** What a database of SQLite's consists of. */
export const databaseSuffixes = ['', ...logSuffixes] as const

/**
 * Takes from one of flint's own files what others may do with it. Anything but a plain file is left alone, and so is what
 * the system does not let us change: it can still be used.
 */
export function keepFilePrivate(file: string): void {
  // By its path alone: to open and close a database here would drop the locks that SQLite has on it in this process.
  if (isOpenToOthers(file, 'file')) change(file, 0o600)
}

/** Does so for a database of SQLite's and the files beside it. */
export function keepDatabasePrivate(file: string): void {
  for (const suffix of databaseSuffixes) keepFilePrivate(file + suffix)
}

/**
 * Does so for a folder that is wholly flint's, and for all that is in it. One that is private already is not looked into:
 * what flint makes in it is private from the start.
 */
export function keepFolderPrivate(folder: string): void {
  if (!isOpenToOthers(folder, 'folder')) return
  keepContentPrivate(folder)
  // Last: a process that is cut off before leaves it open, and the next one begins again.
  change(folder, 0o700)
}

/** Does so for what is in a folder. */
export function keepContentPrivate(folder: string): void {
  for (const name of namesIn(folder)) {
    keepFilePrivate(join(folder, name))
    keepFolderPrivate(join(folder, name))
  }
}

/** Does so for a folder alone, whatever is in it. */
export function keepOnlyFolderPrivate(folder: string): void {
  if (isOpenToOthers(folder, 'folder')) change(folder, 0o700)
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** On a system without such permissions nothing is open to others. */
function isOpenToOthers(path: string, kind: 'file' | 'folder'): boolean {
  if (process.getuid === undefined) return false
  try {
    // Links are not followed: they may lead to what is not flint's.
    const found = lstatSync(path)
    return (found.mode & 0o077) !== 0 && (kind === 'file' ? found.isFile() : found.isDirectory())
  } catch {
    return false
  }
}

function change(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Another user's, or on a drive without permissions.
  }
}
