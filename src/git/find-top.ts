import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder whose repository this is in, by what lies there: git itself may be told of another work tree. */
export function findTop(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (isSeen(join(at, '.git'))) return at
    if (dirname(at) === at) return null
  }
}

/** False also for what cannot be looked at. */
function isSeen(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}
