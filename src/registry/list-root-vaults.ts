import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface RootVault {
  /** The folder's own name. */
  readonly name: string
  /** Its real path. */
  readonly root: string
}

/**
 * The direct subfolders of a folder by name, without hidden ones; a symbolic link to a folder counts. A missing folder
 * has none.
 */
export async function listRootVaults(folder: string): Promise<readonly RootVault[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map(async (name): Promise<RootVault | null> => {
        const path = join(folder, name)
        try {
          return (await stat(path)).isDirectory() ? { name, root: await realpath(path) } : null
        } catch {
          // A dangling link, or removed since the folder was listed.
          return null
        }
      }),
  )
  return found.filter((vault) => vault !== null).sort((a, b) => (a.name < b.name ? -1 : 1))
}
