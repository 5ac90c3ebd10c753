import { readdir, stat } from 'node:fs/promises'

export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}

/**
 * Whether a folder is in use: it holds a file at any depth, or another program's settings. Other hidden files do not
 * count, as a new, empty repository has some.
 */
export async function holdsFiles(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && ['.obsidian', '.zk', '.flint-note'].includes(entry.name)) return true
    if (entry.name.startsWith('.')) continue
    if (!entry.isDirectory() || (await holdsFiles(`${folder}/${entry.name}`).catch(() => true))) return true
  }
  return false
}
