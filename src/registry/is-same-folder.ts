import { realpath } from 'node:fs/promises'

/** Whether a vault's folder is the one that was at a path: by whatever links it is there still, or it was moved from there. */
export async function isSameFolder(dataFolder: string, root: string, path: string): Promise<boolean> {
  if (root === path) return true
  // While a drive is away, links in its path cannot be followed.
  const [now, then] = await Promise.all([root, path].map((one) => realpath(one).catch(() => one)))
  if (now === then) return true
  const { wasMovedFrom } = await import('../vault/moved-folder.ts')
  return wasMovedFrom(dataFolder, root, path)
}
