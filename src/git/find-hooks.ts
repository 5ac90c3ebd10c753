import { access, constants, readdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { GitSetting } from './read-git-settings.ts'

interface HookPlace {
  /** The top of the work tree, and the folder of git's own files. */
  readonly top: string
  readonly gitFolder: string
  /** As git lists them to flint, which names no folder of hooks in the last one. */
  readonly settings: readonly GitSetting[]
}

/**
 * The hooks that git would run where it commits, merges and sends: those in the repository's own folder, as `hooks/pre-commit`, or in
 * the one that the user's settings name, as `~/hooks/pre-commit`. Those that nobody may run, and the samples that git puts there, are none.
 */
export async function findHooks({ top, gitFolder, settings }: HookPlace): Promise<readonly string[]> {
  const named = settings.filter(({ name }) => name === 'core.hookspath').at(-2)
  // That of a repository is a setting which is not followed.
  if (named?.isOwn === true) return []
  if (named !== undefined) return await hooksIn(placeNamed(named.value, top), whereSynced, named.value)
  // A second work tree has those of the first one.
  const common = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => '.')
  return await hooksIn(resolve(gitFolder, common.trimEnd(), 'hooks'), whereSynced)
}

/** Those of these names that git would run in a folder of hooks, in their order, each behind what the folder is called. */
export async function hooksIn(
  folder: string,
  names: ReadonlySet<string>,
  called = 'hooks',
): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of (await readdir(folder).catch(() => [])).sort())
    if (names.has(name) && (await isRun(join(folder, name))))
      found.push(`${called.replace(/\/$/, '')}/${name}`)
  return found
}

/** A place as git takes it in settings: below the user's own folder, or from the top of the work tree. */
export function placeNamed(path: string, top: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(top, path)
}

async function isRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

const whereSynced = new Set([
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-merge-commit',
  'post-merge',
  'pre-push',
  'post-index-change',
  'reference-transaction',
])
