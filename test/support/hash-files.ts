import { createHash } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The content hash of a text as it lies on disk. */
export function hashOf(text: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** Every file below a folder with the hash of its bytes: equal before and after a call that changed nothing. */
export async function hashFiles(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries.map(async (entry): Promise<[string, string]> => {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path).split(sep).join('/')
      if (entry.isSymbolicLink()) return [name, `→ ${await readlink(path)}`]
      return entry.isFile() ? [name, hashOf(await readFile(path))] : [`${name}/`, 'folder']
    }),
  )
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}
