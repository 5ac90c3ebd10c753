import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import { namesIn } from '../own-files/keep-private.ts'
import { holdsVault } from './judge-folder.ts'
import { pickNotesOf } from './known-notes.ts'
import { keepSeenFolder, readSeenFolder, readSeenFolderIn, type SeenFolder } from './seen-folder.ts'
import { stateFolder } from './vault-folders.ts'

/**
 * Where the folder at a path is one that was a vault at another path, at which nothing is any more, takes along what flint
 * keeps of it: history, index and backups. Returns what is known of the folder then, else null.
 */
export function takeStateAlong(dataFolder: string, path: string): SeenFolder | null {
  for (const { former, seen } of formerStates(dataFolder, path)) {
    const state = stateFolder(dataFolder, path)
    try {
      renameSync(former, state)
    } catch {
      // Something is kept of this path already.
      return null
    }
    const isIndexInside = dirname(seen.indexFile) === former
    const indexFile = isIndexInside ? join(state, 'index.sqlite') : seen.indexFile
    const { hasHistory } = seen
    keepSeenFolder(dataFolder, path, { root: path, indexFile, hasHistory, formerPaths: pathsUntil(seen) })
    return readSeenFolderIn(state)
  }
  return null
}

/** Whether the folder of a vault was at another path before. */
export function wasMovedFrom(dataFolder: string, root: string, path: string): boolean {
  const seen = readSeenFolder(dataFolder, root)
  if (seen !== null) return seen.formerPaths.includes(path)
  const [found] = formerStates(dataFolder, root)
  return found !== undefined && pathsUntil(found.seen).includes(path)
}

function pathsUntil({ formerPaths, root }: SeenFolder): string[] {
  return [...formerPaths, root]
}

/** What is kept of the folder at a path from before it was moved there. Another folder may have got the number of a deleted one: the notes tell. */
function* formerStates(dataFolder: string, path: string) {
  const identity = folderIdentity(path)
  const vaults = join(dataFolder, 'vaults')
  for (const name of namesIn(vaults)) {
    const former = join(vaults, name)
    const seen = readSeenFolderIn(former)
    if (seen?.identity !== identity || stateFolder(dataFolder, seen.root) !== former) continue
    if (folderIdentity(seen.root) !== null) continue
    const notes = pickNotesOf(seen.indexFile) ?? []
    if (notes.length > 0 && holdsVault(path, notes)) yield { former, seen }
  }
}
