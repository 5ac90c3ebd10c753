import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { folderIdentity } from '../files/folder-identity.ts'
import { writeOwnFile } from '../own-files/write-own-file.ts'
import { holdsVault } from './judge-folder.ts'
import { stateFolder } from './vault-folders.ts'

/** A vault's folder when it was last accepted. Stored outside the vault, as its own settings are not. */
const shape = z.object({
  identity: z.string(),
  /** Where its notes are: the folder itself or one in it. */
  root: z.string(),
  indexFile: z.string(),
  /** Whether the vault's history was opened in a file here: one that is gone later is lost, not new. */
  hasHistory: z.boolean().default(false),
  /** Where the folder was before it was moved. */
  formerPaths: z.array(z.string()).default([]),
  /** ISO time since when it is at its path, at which another vault was before; null where none was. */
  since: z.string().nullable().default(null),
})
export type SeenFolder = z.output<typeof shape>

const fileName = 'folder.json'

/** Null where nobody has opened the vault at this path so far. */
export function readSeenFolder(dataFolder: string, path: string): SeenFolder | null {
  return readSeenFolderIn(stateFolder(dataFolder, path))
}

/** By the folder in which flint keeps what it knows of the vault. */
export function readSeenFolderIn(state: string): SeenFolder | null {
  try {
    return shape.parse(JSON.parse(readFileSync(join(state, fileName), 'utf8')))
  } catch {
    return null
  }
}

/** Whether the folder at a path is neither the accepted one nor has its notes. */
export async function isAnother(path: string, { identity, root, indexFile }: SeenFolder): Promise<boolean> {
  if (folderIdentity(path) === identity) return false
  const { pickNotesOf } = await import('./known-notes.ts')
  return !holdsVault(root, pickNotesOf(indexFile))
}

/** Accepts the present folder as the vault's. */
export function keepSeenFolder(dataFolder: string, path: string, facts: Omit<SeenFolder, 'identity'>): void {
  const identity = folderIdentity(path)
  const seen = { identity, ...facts }
  if (identity === null || isDeepStrictEqual(readSeenFolder(dataFolder, path), seen)) return
  try {
    writeOwnFile(fileOf(dataFolder, path), JSON.stringify(seen))
  } catch {
    // Then the next look has less to go by, and whoever needs the data folder reports what is wrong with it.
  }
}

function fileOf(dataFolder: string, path: string): string {
  return join(stateFolder(dataFolder, path), fileName)
}
