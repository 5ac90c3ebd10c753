import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import { namesIn } from '../own-files/keep-private.ts'
import { holdsVault } from './judge-folder.ts'
import { pickNotesOf } from './known-notes.ts'
import { keepSeenFolder, readSeenFolderIn, type SeenFolder } from './seen-folder.ts'
import { stateFolder } from './vault-folders.ts'

/**
 * Where the folder at a path is one that was a vault at another path, at which nothing is any more, takes along what flint
 * keeps of it: history, index and backups. Returns what is known of the folder then, else null. Another folder may have got the number of a deleted one: the notes tell.
 */
export function takeStateAlong(dataFolder: string, path: string): SeenFolder | null {
  const identity = folderIdentity(path)
  const vaults = join(dataFolder, 'vaults')
  for (const name of namesIn(vaults)) {
    const former = join(vaults, name)
    const seen = readSeenFolderIn(former)
    if (seen?.identity !== identity || stateFolder(dataFolder, seen.root) !== former) continue
    if (folderIdentity(seen.root) !== null) continue
    const notes = pickNotesOf(seen.indexFile) ?? []
    if (notes.length === 0 || !holdsVault(path, notes)) continue
    const state = stateFolder(dataFolder, path)
    try {
      renameSync(former, state)
    } catch {
      // Something is kept of this path already.
      return null
    }
    const isIndexInside = dirname(seen.indexFile) === former
    const indexFile = isIndexInside ? join(state, 'index.sqlite') : seen.indexFile
    keepSeenFolder(dataFolder, path, { root: path, indexFile, hasHistory: seen.hasHistory })
    return readSeenFolderIn(state)
  }
  return null
}
