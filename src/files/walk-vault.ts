import { existsSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { folderOf, isCanvas, isNotePath, pathIn, typeFileName } from '../model/note-path.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import { isFileOrFolder, listByBytes, type ListedEntry, mayBeOdd } from './odd-names.ts'
import { isKeptName, isTemporaryName } from '../model/temporary-name.ts'
import { isMissing } from './read-file.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'

/** Where a walk sees what lies in a vault's folder. Paths are vault-relative; `''` is the vault's own folder. */
export interface Disk {
  /** By name. Throws where a folder cannot be read. */
  readonly list: (folder: string) => readonly ListedEntry[]
  /** Throws where there is no such file by now, or it cannot be looked at. */
  readonly stampOf: (path: string) => Stamped
}

/** What tells without reading that a file has changed. */
export type Stamped = Pick<Stats, 'size' | 'mtimeMs' | 'ino' | 'ctimeMs'>

type Entries = readonly ListedEntry[]

/** The disk as it is when it is asked. */
export function diskAt(root: string): Disk {
  return {
    list: (folder) => readdirSync(join(root, folder), { withFileTypes: true }),
    // Joined by hand: `join` takes half as long as the look itself.
    stampOf: (path) => lstatSync(`${root}/${path}`),
  }
}

/** Paths with the stamps of their files: of all notes these lists take a fraction of the time of a map of objects. */
export class StampedPaths {
  readonly paths: string[] = []
  /** Of each path the four numbers of a `FileStamp`. */
  readonly stamps: number[] = []

  add(path: string, { size, mtimeMs, ino, ctimeMs }: Stamped): void {
    this.paths.push(path)
    this.stamps.push(size, mtimeMs, ino, ctimeMs)
  }
}

/** What is on disk below a folder of the vault. */
export interface DiskState {
  readonly notes: StampedPaths
  readonly files: ReadonlySet<string>
  /** The canvases among the files. */
  readonly canvases: StampedPaths
  readonly typeFolders: ReadonlySet<string>
  /** Temporary files of interrupted writes. */
  readonly leftovers: readonly string[]
  /**
   * Folders and files that could not be looked at: what the index knows of them stays. Those whose names are no UTF-8 are among
   * them, with lone surrogates (`losslessText`).
   */
  readonly unreadable: readonly string[]
}

export interface WhatIsLeftOut {
  readonly ignored: IgnoreRules
  /** Recognises Markdown files that are no notes. */
  readonly isNoNote: (path: string) => boolean
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
  leftOut: WhatIsLeftOut,
  turn: (found: readonly string[]) => Promise<void>,
  disk = diskAt(root),
): Promise<DiskState> {
  const walk = new Walk(root, leftOut, disk)
  const { paths } = walk.notes
  const waiting = [folder]
  let entries = 0
  let told = 0
  const takeTurn = async () => {
    const fresh = paths.slice(told)
    told = paths.length
    await turn(fresh)
  }
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const found = walk.list(current)
    for (let from = 0; from < found.length;) {
      const to = Math.min(found.length, from + entriesPerTurn - (entries % entriesPerTurn))
      waiting.push(...walk.look(current, found.slice(from, to)))
      entries += to - from
      from = to
      if (entries % entriesPerTurn === 0) await takeTurn()
    }
  }
  await takeTurn()
  return walk
}

/** The steps of a walk. V8 compiles each by itself: a long one would be compiled for longer than most walks take. */
class Walk implements DiskState {
  readonly notes = new StampedPaths()
  readonly files = new Set<string>()
  readonly canvases = new StampedPaths()
  readonly typeFolders = new Set<string>()
  readonly leftovers: string[] = []
  readonly unreadable: string[] = []
  readonly #root: string
  readonly #leftOut: WhatIsLeftOut
  readonly #disk: Disk

  constructor(root: string, leftOut: WhatIsLeftOut, disk: Disk) {
    this.#root = root
    this.#leftOut = leftOut
    this.#disk = disk
  }

  /** The entries of a folder; none where another vault lies. */
  list(folder: string): Entries {
    try {
      const found = this.#disk.list(folder)
      if (folder !== '' && isVaultOfItsOwn(this.#root, folder, found)) return []
      return found.some(({ name }) => mayBeOdd(name)) ? this.#withoutOdd(folder) : found
    } catch (error) {
      if (folder === '') throw error
      this.unreadable.push(folder)
      return []
    }
  }

  #withoutOdd(folder: string): Entries {
    const { sound, odd } = listByBytes(this.#root, folder)
    const paths = odd.filter(isFileOrFolder).map(({ name }) => pathIn(folder, name))
    this.unreadable.push(...paths.filter((path) => !this.#leftOut.ignored(path)))
    return sound
  }

  /** Takes in entries of a folder and returns the folders among them that are to be walked. */
  look(folder: string, entries: Entries): readonly string[] {
    const { ignored, isNoNote } = this.#leftOut
    const folders: string[] = []
    for (const entry of entries) {
      const path = pathIn(folder, entry.name)
      if (entry.isDirectory()) {
        if (!ignored(path)) folders.push(path)
      } else if (isTemporaryName(entry.name)) {
        // A whole text may belong to somebody: recovery of interrupted writes decides.
        if (!isKeptName(entry.name)) this.leftovers.push(path)
      } else if (entry.isFile() && !ignored(path)) {
        const isType = entry.name === typeFileName
        if (isType && folder !== '') this.typeFolders.add(folder)
        if (isNotePath(path) && !isType && !isNoNote(path)) {
          this.#stamp(path, this.notes)
        } else {
          this.files.add(path)
          if (isCanvas(path)) this.#stamp(path, this.canvases)
        }
      }
    }
    return folders
  }

  #stamp(path: string, into: StampedPaths): void {
    try {
      into.add(path, this.#disk.stampOf(path))
    } catch (error) {
      if (!isMissing(error)) this.unreadable.push(path)
    }
  }
}

/** A folder with a vault config of its own is another vault, registered or not. */
function isVaultOfItsOwn(root: string, folder: string, entries: Entries): boolean {
  if (!entries.some(({ name }) => name === '.flint-note')) return false
  return isVault(root, folder)
}

/** Whether a folder above a path has a vault config of its own. */
export function isInNestedVault(root: string, path: string): boolean {
  return isOrLiesInVault(root, folderOf(path))
}

/** Whether a folder, or one above it, has a vault config of its own. */
export function isOrLiesInVault(
  root: string,
  path: string,
  isOther = (folder: string) => isVault(root, folder),
): boolean {
  for (let folder = path; folder !== ''; folder = folderOf(folder)) if (isOther(folder)) return true
  return false
}

/** Whether a folder has a vault config of its own. */
export function isVault(root: string, folder: string): boolean {
  return existsSync(join(root, folder, vaultConfigPath))
}
