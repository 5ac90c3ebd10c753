import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { VaultFiles } from './vault-files.ts'

/** Every file below a folder, including hidden ones. */
export async function filesBelow(files: VaultFiles, folder: string): Promise<readonly string[]> {
  const { absolute } = files.locate(folder)
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(folder, relative(absolute, join(entry.parentPath, entry.name)))
        .split(sep)
        .join('/'),
    )
}
