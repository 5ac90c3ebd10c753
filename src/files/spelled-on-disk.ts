import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isCleanRelativePath } from '../model/ids.ts'
import { pathIn } from '../model/note-path.ts'
import { seen } from './look-at-path.ts'

/**
 * A vault-relative path with the names that are on disk. A name can be typed in several Unicode forms, and macOS gives folders
 * another one than keyboards do: one that is not there as it is written means one that is the same in NFC. Of several that are
 * there the one that is written wins. `missing` says how a name is spelled that is not there at all.
 */
export function spelledOnDisk(
  root: string,
  path: string,
  missing: (name: string) => string = (name) => name,
): string {
  if (!hasForms(path) || !isCleanRelativePath(path)) return path
  const names = path.split('/')
  // All ways to what is there so far, the most like the written one first.
  let ways: readonly string[] = ['']
  for (const [index, name] of names.entries()) {
    const longer = ways.flatMap((folder) => spellings(root, folder, name).map((one) => pathIn(folder, one)))
    if (longer.length === 0) return pathIn(ways[0] ?? '', names.slice(index).map(missing).join('/'))
    ways = longer
  }
  return ways[0] ?? path
}

function spellings(root: string, folder: string, name: string): readonly string[] {
  const at = join(root, folder)
  if (!hasForms(name)) return seen(lstatSync, join(at, name)) === null ? [] : [name]
  // The names are read, as some drives find a file by a spelling that is not its own.
  const wanted = composed(name)
  const found = namesIn(at).filter((other) => composed(other) === wanted)
  return found.includes(name) ? [name, ...found.filter((other) => other !== name)] : found
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // What cannot be read is refused where it is used.
    return []
  }
}

export function composed(name: string): string {
  return name.normalize('NFC')
}

/** Whether a text can be typed in more than one Unicode form. */
function hasForms(text: string): boolean {
  return composed(text) !== text.normalize('NFD')
}
