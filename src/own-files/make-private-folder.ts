import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { keepFolderPrivate } from './keep-private.ts'

/** Makes a folder that is wholly flint's, for this user alone. One that an earlier version left open is mended. */
export function ownFolder(folder: string): void {
  makePrivateFolder(folder)
  keepFolderPrivate(folder)
}

/**
 * Makes a folder and those above it where they are missing, for this user alone, whatever the umask. A folder that is
 * there stays as it is: it may be the user's own.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder, 0o700)
}

/**
 * Makes a folder and those above it where they are missing, as the umask has it unless a mode is given. It fails with what the
 * system says: Node's own `recursive` calls a drive that is mounted read-only a missing folder.
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = []
  for (let current = folder; !isThere(current); current = dirname(current)) missing.push(current)
  for (const current of missing.reverse()) {
    try {
      mkdirSync(current, mode)
      if (mode !== undefined) chmodSync(current, mode)
    } catch (error) {
      // Another process made it in between.
      if (statSync(current, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
    }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
