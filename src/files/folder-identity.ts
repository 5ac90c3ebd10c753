import { statSync } from 'node:fs'

/** Tells a folder from another one that later takes its path; null where no folder can be seen. */
export function folderIdentity(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true })
    return found.isDirectory() ? `${found.dev}:${found.ino}` : null
  } catch {
    return null
  }
}
