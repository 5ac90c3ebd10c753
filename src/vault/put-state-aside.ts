import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseSuffixes } from '../own-files/keep-private.ts'
import { readSeenFolder, readSeenFolderIn } from './seen-folder.ts'
import { stateFolder } from './vault-folders.ts'

/** Keeps what belongs to another folder than the one at a path under another name, by which that folder finds it again. */
export function putStateAside(dataFolder: string, path: string): void {
  const seen = readSeenFolder(dataFolder, path)
  const state = stateFolder(dataFolder, path)
  const aside = `${state}-${randomUUID().slice(0, 8)}`
  renameSync(state, aside)
  if (seen === null) return
  const { root, indexFile } = seen
  // Where its notes are in a folder of the vault, the history is kept under that one's path.
  const inner = stateFolder(dataFolder, root)
  if (inner !== state && existsSync(inner) && readSeenFolderIn(inner) === null)
    renameSync(inner, `${inner}-${randomUUID().slice(0, 8)}`)
  if (dirname(indexFile) === state || dirname(indexFile) === inner) return
  for (const suffix of databaseSuffixes)
    moveOrRemove(indexFile + suffix, join(aside, `index.sqlite${suffix}`))
}

/** For part of an index that may lie on another drive: it can be made again. */
function moveOrRemove(from: string, to: string): void {
  if (!existsSync(from)) return
  try {
    renameSync(from, to)
  } catch {
    rmSync(from, { force: true })
  }
}
