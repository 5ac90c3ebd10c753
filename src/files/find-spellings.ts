import { fileNameOf, folderOf, pathIn } from '../model/note-path.ts'

/**
 * The paths that differ from this one at most in case or accents, in the names of folders as well; those in its own folder
 * first. `namesLike` finds the names in a folder that differ so from a name.
 */
export async function findSpellings(
  path: string,
  namesLike: (folder: string, name: string) => Promise<Iterable<string>>,
): Promise<readonly string[]> {
  const folder = folderOf(path)
  const name = fileNameOf(path)
  // Another folder that may not be looked into has nothing to do with this path.
  const ifSeen = (names: Promise<Iterable<string>>) => names.catch(() => [])
  const folders = new Set([
    folder,
    ...(folder === '' ? [] : await findSpellings(folder, (above, like) => ifSeen(namesLike(above, like)))),
  ])
  const found: string[] = []
  for (const at of folders) {
    const names = namesLike(at, name)
    for (const other of await (at === folder ? names : ifSeen(names))) found.push(pathIn(at, other))
  }
  return found
}
