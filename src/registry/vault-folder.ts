import { readdir, stat } from 'node:fs/promises'

export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}

/**
 * Whether a folder is somebody's already: by a file at any depth, or by another program's settings. Other hidden files do
 * not count: a new repository has some, and nothing in it yet.
 */
export async function holdsFiles(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && ['.obsidian', '.zk', '.flint-note'].includes(entry.name)) return true
    if (entry.name.startsWith('.')) continue
    if (!entry.isDirectory() || (await holdsFiles(`${folder}/${entry.name}`).catch(() => true))) return true
  }
  return false
}
