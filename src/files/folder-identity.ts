import { statSync } from 'node:fs'

/** Tells the folder at a path from another one that takes its place; null where there is none that can be seen. */
export function folderIdentity(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true })
    return found.isDirectory() ? `${found.dev}:${found.ino}` : null
  } catch {
    return null
  }
}
