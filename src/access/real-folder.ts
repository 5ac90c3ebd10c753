import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** Null for what is not a folder, or cannot be looked at. */
export async function realFolder(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : null
  } catch {
    return null
  }
}

/** The vault-relative path of a folder, or null for one outside the vault. */
export function pathIn(root: string, folder: string): string | null {
  const path = relative(root, folder).split(sep).join('/')
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? null : path
}
