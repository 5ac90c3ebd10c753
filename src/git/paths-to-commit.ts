import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Repository } from './repository.ts'

/**
 * Of these files the ones that may be committed: not what git is told to ignore, and nothing in a repository of its own or
 * behind a link.
 */
export async function pathsToCommit(
  repository: Repository,
  paths: readonly string[],
  isKnown: (path: string) => boolean,
): Promise<readonly string[]> {
  const folders = new Map<string, Promise<boolean>>()
  const isOwnFolder = (folder: string): Promise<boolean> => {
    if (folder === '.') return Promise.resolve(true)
    const found = folders.get(folder) ?? look(folder)
    folders.set(folder, found)
    return found
  }
  const look = async (folder: string): Promise<boolean> => {
    if (!(await isOwnFolder(dirname(folder)))) return false
    const place = join(repository.top, folder)
    const stats = await lstat(place).catch(() => null)
    if (stats === null) return true
    return !stats.isSymbolicLink() && (await lstat(join(place, '.git')).catch(() => null)) === null
  }
  const own: string[] = []
  for (const path of paths) if (await isOwnFolder(dirname(path))) own.push(path)
  const unknown = own.filter((path) => !isKnown(path))
  if (unknown.length === 0) return own
  const { stdout } = await repository.git(['check-ignore', '-z', '--stdin'], {
    input: unknown,
    expected: [1],
  })
  const ignored = new Set(stdout.split('\0'))
  return own.filter((path) => !ignored.has(path))
}
