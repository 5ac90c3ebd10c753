import { realpath } from 'node:fs/promises'
import { readSeenFolder } from '../vault/seen-folder.ts'

/** A path as somebody named it at a time: ISO, null where that is not known. */
export interface NamedPlace {
  readonly root: string
  readonly at: string | null
}

/** Whether a vault's folder is the one that was meant by a path: by whatever links it is there still, or it was moved from there. */
export async function isSameFolder(dataFolder: string, root: string, place: NamedPlace): Promise<boolean> {
  const path = place.root
  const isThere = root === path || (await haveOneTarget(root, path))
  if (isThere) return !cameLater(dataFolder, root, place.at)
  const { wasMovedFrom } = await import('../vault/moved-folder.ts')
  return wasMovedFrom(dataFolder, root, path) && cameLater(dataFolder, path, place.at) !== false
}

/** While a drive is away, links in its path cannot be followed. */
async function haveOneTarget(root: string, path: string): Promise<boolean> {
  const [now, then] = await Promise.all([root, path].map((one) => realpath(one).catch(() => one)))
  return now === then
}

/** Whether another folder has taken a path since then; null where none has, or the time is not known. */
function cameLater(dataFolder: string, path: string, at: string | null): boolean | null {
  const since = readSeenFolder(dataFolder, path)?.since ?? null
  return since === null || at === null ? null : Date.parse(since) > Date.parse(at)
}
