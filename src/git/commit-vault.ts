import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from './repository.ts'

export interface VaultCommit {
  /** Null where nothing had changed. */
  readonly commit: string | null
  readonly files: number
}

/**
 * Commits what has changed in the vault's folder, and nothing else: what a person has staged elsewhere stays staged. Files
 * that hold marks of a conflict are left out.
 */
export async function commitVault(
  repository: Repository,
  message: (paths: readonly string[]) => string,
): Promise<VaultCommit & { readonly marked: readonly string[] }> {
  const changed = await changedPaths(repository)
  const marked = await withMarks(repository, changed)
  const paths = changed.filter((path) => !marked.includes(path))
  if (paths.length === 0) return { commit: null, files: 0, marked }
  const input = paths.map((path) => `${path}\0`).join('')
  const list = ['--pathspec-from-file=-', '--pathspec-file-nul']
  const env = { GIT_LITERAL_PATHSPECS: '1' }
  await repository.git(['add', '--all', ...list], { input, env })
  const { code } = await repository.git(
    ['commit', '--quiet', '--no-verify', '--only', '-m', message(paths), ...list],
    {
      input,
      env,
      expected: [1],
    },
  )
  if (code !== 0) return { commit: null, files: 0, marked }
  const { stdout } = await repository.git(['rev-parse', 'HEAD'])
  return { commit: stdout.trim(), files: paths.length, marked }
}

/** Paths from the top of the work tree, those that are gone and those that git does not know yet among them. */
export async function changedPaths(repository: Repository): Promise<readonly string[]> {
  const { stdout } = await repository.git([
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--',
    repository.pathspec,
  ])
  return stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice(3))
}

/** Those of these files that hold the three marks of a conflict, one below the other. */
export async function withMarks(
  repository: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    if (!/\.(?:md|canvas|txt)$/i.test(path)) continue
    const text = await readFile(join(repository.top, path), 'utf8').catch(() => '')
    if (hasMarks(text)) found.push(path)
  }
  return found
}

export function hasMarks(text: string): boolean {
  const start = text.search(/^(?:# )?<{7} /m)
  if (start === -1) return false
  const middle = text.slice(start).search(/^(?:# )?={7}\r?$/m)
  return middle !== -1 && /^(?:# )?>{7} /m.test(text.slice(start + middle))
}
