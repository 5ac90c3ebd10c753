import { existsSync, lstatSync, readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { FileStamp } from '../model/file-stamp.ts'
import { folderOf, isCanvas, pathIn, typeFileName } from '../model/note-path.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import { isKeptName, isTemporaryName } from '../model/temporary-name.ts'
import { isMissing, stampOf } from './read-file.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'

/** What is on disk below a folder of the vault. */
export interface DiskState {
  readonly notes: ReadonlyMap<string, FileStamp>
  readonly files: ReadonlySet<string>
  /** The canvases among the files. */
  readonly canvases: ReadonlyMap<string, FileStamp>
  readonly typeFolders: ReadonlySet<string>
  /** Temporary files of interrupted writes. */
  readonly leftovers: readonly string[]
  /** Folders and files that could not be looked at: what the index knows of them stays. */
  readonly unreadable: readonly string[]
}

// Other work gets its turn after this many entries.
const entriesPerTurn = 2_000

/**
 * Looks at every file below `folder` (`''` is the whole vault) without reading any. Symbolic links are not followed:
 * they may lead out of the vault or in circles. Throws when the vault itself cannot be read. `turn` is called now and
 * then, and at the end, with the notes found since the last call, and lets other work run.
 */
export async function walkVault(
  root: string,
  folder: string,
  { ignored, isNoNote }: { readonly ignored: IgnoreRules; readonly isNoNote: (path: string) => boolean },
  turn: (found: readonly string[]) => Promise<void>,
): Promise<DiskState> {
  const notes = new Map<string, FileStamp>()
  const files = new Set<string>()
  const canvases = new Map<string, FileStamp>()
  const typeFolders = new Set<string>()
  const unreadable: string[] = []
  const leftovers: string[] = []
  let fresh: string[] = []
  const waiting = [folder]
  let entries = 0
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    let found
    try {
      found = readdirSync(join(root, current), { withFileTypes: true })
    } catch (error) {
      if (current === '') throw error
      unreadable.push(current)
      continue
    }
    if (current !== '' && isVaultOfItsOwn(root, current, found)) continue
    for (const entry of found) {
      const path = pathIn(current, entry.name)
      if (entry.isDirectory()) {
        if (!ignored(path)) waiting.push(path)
      } else if (isTemporaryName(entry.name)) {
        // A whole text may belong to somebody: recovery of interrupted writes decides.
        if (!isKeptName(entry.name)) leftovers.push(path)
      } else if (entry.isFile() && !ignored(path)) {
        if (entry.name === typeFileName) {
          if (current !== '') typeFolders.add(current)
        } else if (/\.md$/i.test(entry.name) && !isNoNote(path)) {
          if (addStamp(notes, path)) fresh.push(path)
        } else {
          files.add(path)
          if (isCanvas(path)) addStamp(canvases, path)
        }
      }
      if (++entries % entriesPerTurn !== 0) continue
      await turn(fresh)
      fresh = []
    }
  }
  await turn(fresh)
  return { notes, files, canvases, typeFolders, leftovers, unreadable }

  function addStamp(stamps: Map<string, FileStamp>, path: string): boolean {
    try {
      // Joined by hand: `join` takes half as long as the look itself.
      stamps.set(path, stampOf(lstatSync(`${root}/${path}`)))
      return true
    } catch (error) {
      if (!isMissing(error)) unreadable.push(path)
      return false
    }
  }
}

/** A folder with a vault config of its own is another vault, registered or not. */
function isVaultOfItsOwn(root: string, folder: string, entries: readonly Dirent[]): boolean {
  if (!entries.some(({ name }) => name === '.flint-note')) return false
  return existsSync(join(root, folder, vaultConfigPath))
}

/** Whether a folder above a path has a vault config of its own. */
export function isInNestedVault(root: string, path: string): boolean {
  return isOrLiesInVault(root, folderOf(path))
}

/** Whether a folder, or one above it, has a vault config of its own. */
export function isOrLiesInVault(root: string, path: string): boolean {
  for (let folder = path; folder !== ''; folder = folderOf(folder)) {
    if (existsSync(join(root, folder, vaultConfigPath))) return true
  }
  return false
}
