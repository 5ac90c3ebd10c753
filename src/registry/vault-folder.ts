import { readdir, stat } from 'node:fs/promises'

export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}

/** Whether a folder is somebody's vault already: by a note at any depth, or by another program's settings. */
export async function holdsNotes(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile() && /\.md$/i.test(entry.name)) return true
    if (!entry.isDirectory()) continue
    if (['.obsidian', '.zk', '.flint-note'].includes(entry.name)) return true
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (await holdsNotes(`${folder}/${entry.name}`).catch(() => false)) return true
  }
  return false
}
