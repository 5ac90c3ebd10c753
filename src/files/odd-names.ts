import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, losslessText } from '../model/lossless-text.ts'
import { pathIn } from '../model/note-path.ts'

/** A file or folder as Node lists it. */
export interface ListedEntry {
  readonly name: string
  readonly isFile: () => boolean
  readonly isDirectory: () => boolean
}

/** What U+FFFD in a name may stand for: bytes that are no UTF-8. No path leads to a file of such a name. */
export const mayBeOdd = (name: string): boolean => name.includes('\uFFFD')

/** The entries of a folder, apart those whose names are no UTF-8, which have lone surrogates for bytes (`losslessText`). */
export function listByBytes(
  root: string,
  folder: string,
): { readonly sound: readonly ListedEntry[]; readonly odd: readonly ListedEntry[] } {
  const all = readdirSync(join(root, folder), { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: losslessText(entry.name),
    isFile: () => entry.isFile(),
    isDirectory: () => entry.isDirectory(),
  }))
  return {
    sound: all.filter(({ name }) => name.isWellFormed()),
    odd: all.filter(({ name }) => !name.isWellFormed()),
  }
}

/** Paths of the files and folders in a folder whose names are no UTF-8; none where it cannot be read. */
export function oddPathsIn(root: string, folder: string): readonly string[] {
  try {
    const { odd } = listByBytes(root, folder)
    return odd.filter(isFileOrFolder).map(({ name }) => pathIn(folder, name))
  } catch {
    return []
  }
}

/** Links and sockets are no notes whatever their names. */
export const isFileOrFolder = (entry: ListedEntry): boolean => entry.isFile() || entry.isDirectory()

/** Whether there is a file or folder at a path of `oddPathsIn`. */
export function isOddThere(root: string, path: string): boolean {
  const place = Buffer.concat([Buffer.from(`${root}/`), bytesOf(path)])
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined
}
