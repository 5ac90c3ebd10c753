import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from './repository.ts'
import { anyAbove } from './stage-paths.ts'

/**
 * Of these files the ones that may be committed: not what git is told to ignore, and nothing in a repository of its own or
 * behind a link.
 */
export async function pathsToCommit(
  repository: Repository,
  paths: readonly string[],
  isKnown: (path: string) => boolean,
): Promise<readonly string[]> {
  const isElsewhere = anyAbove(async (folder) => {
    const place = join(repository.top, folder)
    const stats = await lstat(place).catch(() => null)
    return stats?.isSymbolicLink() === true || (await lstat(join(place, '.git')).catch(() => null)) !== null
  })
  const own: string[] = []
  for (const path of paths) if (!(await isElsewhere(path))) own.push(path)
  const unknown = own.filter((path) => !isKnown(path))
  if (unknown.length === 0) return own
  // Nothing in a name that begins so is a pattern.
  const asked = (path: string) => `./${path}`
  const { stdout } = await repository.git(['check-ignore', '-z', '--stdin'], {
    input: unknown.map(asked),
    expected: [1],
  })
  const ignored = new Set(stdout.split('\0'))
  return own.filter((path) => !ignored.has(asked(path)))
}
