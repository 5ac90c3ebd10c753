import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

// A lock that a killed git has left holds nothing up; a checkout that takes longer is seen in parts.
const newForMs = 10_000

/**
 * Tells whether git is writing files of a folder: it holds the lock of its index, which is new. Null where the folder is in
 * no repository.
 */
export function watchGitLock(folder: string, maxMs = newForMs): (() => boolean) | null {
  const gitFolder = findGitFolder(resolve(folder))
  if (gitFolder === null) return null
  const lock = join(gitFolder, 'index.lock')
  return () => {
    try {
      const { mtimeMs = -Infinity } = statSync(lock, { throwIfNoEntry: false }) ?? {}
      return Math.abs(Date.now() - mtimeMs) < maxMs
    } catch {
      return false
    }
  }
}

function findGitFolder(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const found = gitFolderIn(at)
    if (found !== null || dirname(at) === at) return found
  }
}

/** Of a work tree beside its repository, or of a submodule, `.git` is a file that names the folder. */
function gitFolderIn(folder: string): string | null {
  const place = join(folder, '.git')
  try {
    if (statSync(place).isDirectory()) return place
    const named = /^gitdir: (?<path>.+)$/m.exec(readFileSync(place, 'utf8'))?.groups?.['path']
    return named === undefined ? null : resolve(folder, named.trimEnd())
  } catch {
    return null
  }
}
