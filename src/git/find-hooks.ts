import { access, constants, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/**
 * The hooks in a repository's own folder that git would run where it commits, merges and sends, as `hooks/pre-commit`; those that
 * nobody may run, and the samples that git puts there, are none.
 */
export async function findHooks(gitFolder: string): Promise<readonly string[]> {
  // A second work tree has those of the first one.
  const common = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => '.')
  return await hooksIn(resolve(gitFolder, common.trimEnd()), whereSynced)
}

/** Those of these names that git would run in a repository, in their order. */
export async function hooksIn(gitFolder: string, names: ReadonlySet<string>): Promise<readonly string[]> {
  const folder = join(gitFolder, 'hooks')
  const found: string[] = []
  for (const name of (await readdir(folder).catch(() => [])).sort())
    if (names.has(name) && (await isRun(join(folder, name)))) found.push(`hooks/${name}`)
  return found
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
