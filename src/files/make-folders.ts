import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { seen } from './look-at-path.ts'
import { syncFolder } from './place-file.ts'

// Each one waits for the disk.
const mostFolders = 100

/**
 * Makes a folder and the missing ones above it, safe against a power failure. INVALID_PATH for an absurd number of
 * folders. Node's recursive `mkdir` loops for ever where making a folder fails with ENOENT, as below /proc.
 */
export async function makeFolders(folder: string): Promise<void> {
  const missing: string[] = []
  // A drive of Windows that is not there has no folder above it.
  for (let at = folder; !isFolder(at) && dirname(at) !== at; at = dirname(at)) missing.push(at)
  if (missing.length > mostFolders)
    throw new VaultError('INVALID_PATH', `That path needs ${missing.length} new folders in each other.`, {
      most_folders: mostFolders,
      hint: `Give a path with at most ${mostFolders} folders that are not there yet.`,
    })
  for (const current of missing.reverse()) {
    await mkdir(current).catch((error: unknown) => {
      // Another process made it meanwhile.
      if (!isFolder(current)) throw error
    })
    await syncFolder(dirname(current))
  }
}

function isFolder(absolute: string): boolean {
  return seen(statSync, absolute)?.isDirectory() === true
}
