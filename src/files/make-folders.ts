import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './place-file.ts'
import { VaultError } from '../model/vault-error.ts'
import { isMissing } from './read-file.ts'

// Each one waits for the disk.
const mostFolders = 100

/**
 * Makes a folder and the missing ones above it, safe against a power failure. INVALID_PATH for an absurd number of
 * folders. Node's recursive `mkdir` loops for ever where making a folder fails with ENOENT, as below /proc.
 */
export async function makeFolders(folder: string): Promise<void> {
  const missing: string[] = []
  for (let current = folder; ; current = dirname(current)) {
    try {
      if ((await stat(current)).isDirectory()) break
      await mkdir(current)
    } catch (error) {
      if (!isMissing(error) || dirname(current) === current) throw error
      missing.push(current)
    }
  }
  if (missing.length > mostFolders)
    throw new VaultError('INVALID_PATH', `That path needs ${missing.length} new folders in each other.`, {
      most_folders: mostFolders,
      hint: `Give a path with at most ${mostFolders} folders that are not there yet.`,
    })
  for (const current of missing.reverse()) {
    await mkdir(current).catch(async (error: unknown) => {
      // Another process made it meanwhile.
      if ((await stat(current).catch(() => null))?.isDirectory() !== true) throw error
    })
    await syncFolder(dirname(current))
  }
}
