import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OwnIndex } from './own-index.ts'
import type { Repository } from './repository.ts'
import type { ToCommit } from './work-tree-status.ts'

/** Puts files into an index as they are on disk, and takes out those that are gone or that a person has taken out. */
export async function stagePaths(
  repository: Repository,
  index: Pick<OwnIndex, 'git'>,
  { asOnDisk, takenOut }: ToCommit,
): Promise<void> {
  const isBehindLink = anyAbove(
    async (folder) =>
      (await lstat(join(repository.top, folder)).catch(() => null))?.isSymbolicLink() === true,
  )
  const gone = [...takenOut]
  const there: string[] = []
  for (const path of asOnDisk) ((await isBehindLink(path)) ? gone : there).push(path)
  // git does not look behind a link, and takes nothing out that lay where there is one now.
  if (gone.length > 0) await index.git(['update-index', '--force-remove', '-z', '--stdin'], { input: gone })
  if (there.length > 0)
    await index.git(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { input: there })
}

/** Tells of a path whether a folder above it is so; each folder is looked at once. */
export function anyAbove(isSo: (folder: string) => Promise<boolean>): (path: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const isBelow = (path: string): Promise<boolean> => {
    const folder = dirname(path)
    if (folder === '.') return Promise.resolve(false)
    const found = known.get(folder) ?? isBelow(folder).then((is) => is || isSo(folder))
    known.set(folder, found)
    return found
  }
  return isBelow
}
