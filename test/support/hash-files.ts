import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The content hash of a text as it lies on disk. */
export function hashOf(text: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/**
 * Every file below a folder with the hash of its bytes: equal before and after a call that changed nothing. `isMeant`
 * chooses by path; that of a folder ends in `/`.
 */
export async function hashFiles(
  folder: string,
  isMeant: (name: string) => boolean = () => true,
): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const isFolder = !entry.isSymbolicLink() && !entry.isFile()
    const name = `${relative(folder, path).split(sep).join('/')}${isFolder ? '/' : ''}`
    if (!isMeant(name)) continue
    if (isFolder) files[name] = 'folder'
    else files[name] = entry.isFile() ? hashOf(readFileSync(path)) : `→ ${readlinkSync(path)}`
  }
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
}
