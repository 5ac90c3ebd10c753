import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import { namesIn } from '../own-files/keep-private.ts'
import { lookAt } from '../files/read-file.ts'
import { holdsVault, isThere } from './judge-folder.ts'
import { pickSeenNotesOf, type SeenNote } from './known-notes.ts'
import { putStateAside } from './put-state-aside.ts'
import { keepSeenFolder, readSeenFolder, readSeenFolderIn, type SeenFolder } from './seen-folder.ts'
import { stateFolder } from './vault-folders.ts'

/**
 * Where the folder at a path is one that was a vault at another path, takes along what flint keeps of it: history, index
 * and backups. What is kept of another folder that was at the path is put aside. Returns what is known of the folder then.
 */
export function takeStateAlong(dataFolder: string, path: string, now: Date): SeenFolder | null {
  const own = readSeenFolder(dataFolder, path)
  if (own?.identity === folderIdentity(path)) return own
  for (const { former, seen } of formerStates(dataFolder, path)) {
    const state = stateFolder(dataFolder, path)
    try {
      if (own !== null) putStateAside(dataFolder, path)
      renameSync(former, state)
    } catch {
      // Something else is kept of this path, or another process was sooner.
      return readSeenFolder(dataFolder, path)
    }
    const indexFile = isIndexInside(dataFolder, seen) ? join(state, 'index.sqlite') : seen.indexFile
    const { hasHistory } = seen
    const since = own === null ? null : now.toISOString()
    const formerPaths = pathsUntil(seen)
    keepSeenFolder(dataFolder, path, { root: path, indexFile, hasHistory, formerPaths, since })
    return readSeenFolderIn(state)
  }
  return own
}

/** Whether the folder of a vault was at another path before. */
export function wasMovedFrom(dataFolder: string, root: string, path: string): boolean {
  const seen = readSeenFolder(dataFolder, root)
  if (seen !== null) return seen.formerPaths.includes(path)
  const [found] = formerStates(dataFolder, root)
  return found !== undefined && pathsUntil(found.seen).includes(path)
}

/** Whether the folder at a path is one that was a vault at another path, whose data have not come along. */
export function wasVaultElsewhere(dataFolder: string, path: string): boolean {
  return formerStates(dataFolder, path).next().done === false
}

function pathsUntil({ formerPaths, root }: SeenFolder): string[] {
  return [...formerPaths, root]
}

/**
 * What is kept of the folder at a path from before it was moved there. Another folder may have got the number of a deleted
 * one, and a drive that of another drive: the notes tell, and in doubt what is kept of a path stays there.
 */
function* formerStates(dataFolder: string, path: string) {
  const identity = folderIdentity(path)
  const own = readSeenFolder(dataFolder, path)
  const vaults = join(dataFolder, 'vaults')
  for (const name of namesIn(vaults)) {
    const former = join(vaults, name)
    const seen = readSeenFolderIn(former)
    if (seen?.identity !== identity) continue
    const state = stateFolder(dataFolder, seen.root)
    const isAside = former !== state
    if (isAside && !name.startsWith(`${basename(state)}-`)) continue
    const inside = join(former, 'index.sqlite')
    const notes = pickSeenNotesOf(isAside || isIndexInside(dataFolder, seen) ? inside : seen.indexFile)
    const paths = notes.map((note) => note.path)
    if (paths.length === 0 || !holdsVault(path, paths)) continue
    const here = likenessOf(path, notes)
    if (seen.root !== path && likenessOf(seen.root, notes) >= here) continue
    if (own !== null && likenessOf(path, pickSeenNotesOf(own.indexFile)) >= here) continue
    yield { former, seen }
  }
}

/** From 0 to 1: how many of the notes are in a folder, and how many of them have not changed either. */
function likenessOf(root: string, notes: readonly SeenNote[]): number {
  const there = notes.filter(({ path }) => isThere(root, path))
  const same = there.filter(({ path, size, mtime }) => {
    const found = lookAt(root, path)
    return typeof found === 'object' && found.size === size && Math.abs(found.mtimeMs - mtime) < 1
  })
  return notes.length === 0 ? 0 : (there.length + same.length) / (2 * notes.length)
}

function isIndexInside(dataFolder: string, { indexFile, root }: SeenFolder): boolean {
  return dirname(indexFile) === stateFolder(dataFolder, root)
}
