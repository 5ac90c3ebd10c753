import { statSync } from 'node:fs'
import { join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import { dataError } from '../model/data-fault.ts'
import { holdsVault, isThere } from './judge-folder.ts'
import { pickNotesOf } from './known-notes.ts'
import { takeStateAlong } from './moved-folder.ts'
import { putStateAside } from './put-state-aside.ts'
import { keepSeenFolder, readSeenFolder, type SeenFolder } from './seen-folder.ts'
import { stateFolder } from './vault-folders.ts'

/** For a folder that is made a vault: it gets nothing of another folder that was a vault at its path. */
export function beginVaultState(dataFolder: string, path: string, now: Date): void {
  const before = readSeenFolder(dataFolder, path)
  if (before === null || isStill(dataFolder, path, before)) return
  try {
    const taken = takeStateAlong(dataFolder, path, now)
    if (taken?.since !== before.since) return
    putStateAside(dataFolder, path)
  } catch (error) {
    throw dataError(error, {
      message: 'What flint keeps of the vault that was in that place cannot be put aside.',
      hint: 'Stop other programs of flint that have it open, and make the vault again.',
    })
  }
  keepSeenFolder(dataFolder, path, {
    root: path,
    indexFile: join(stateFolder(dataFolder, path), 'index.sqlite'),
    ...{ hasHistory: false, formerPaths: [], since: now.toISOString() },
  })
}

/** Whether it is the folder that was accepted, on a drive that may have another number by now. */
function isStill(dataFolder: string, path: string, { identity, root, indexFile }: SeenFolder): boolean {
  const found = folderIdentity(path) ?? ''
  const notes = pickNotesOf(indexFile) ?? []
  if (found === identity)
    return !isYounger(dataFolder, path) || notes.length === 0 || notes.some((note) => isThere(root, note))
  return inodeOf(found) === inodeOf(identity) && notes.length > 0 && holdsVault(root, notes)
}

/** Whether a folder was made after the one at its path was accepted: it may have got the number of one that was deleted. */
function isYounger(dataFolder: string, path: string): boolean {
  const accepted = statSync(join(stateFolder(dataFolder, path), 'folder.json'))
  return statSync(path).birthtimeMs > accepted.mtimeMs
}

function inodeOf(identity: string): string | undefined {
  return identity.split(':')[1]
}
