import { withMarks } from './conflict-marks.ts'
import { makeCommit, moveBranch } from './make-commit.ts'
import { inOwnIndex } from './own-index.ts'
import type { Repository } from './repository.ts'
import { commitOf, treeOf } from './trees.ts'
import { changedPaths } from './work-tree-status.ts'

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
  const nothing = { commit: null, files: 0, marked }
  if (paths.length === 0) return nothing
  const input = paths.map((path) => `${path}\0`).join('')
  const asOnDisk = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin']
  const ours = await commitOf(repository, 'HEAD')
  const tree = await inOwnIndex(repository, ours, async (index) => {
    await index.git(asOnDisk, { input })
    return await index.writeTree()
  })
  await repository.git(asOnDisk, { input })
  if (ours !== null && tree === (await treeOf(repository, ours))) return nothing
  const commit = await makeCommit(repository, tree, ours === null ? [] : [ours], { message: message(paths) })
  await moveBranch(repository, { to: commit, from: ours, why: 'commit: notes' })
  return { commit, files: paths.length, marked }
}

/** Files that both sides have changed, and that nobody has settled yet; from the top of the work tree. */
export async function unmergedPaths(repository: Repository): Promise<readonly string[]> {
  const { stdout } = await repository.git(['diff', '--name-only', '--diff-filter=U', '-z'])
  return [...new Set(stdout.split('\0').filter((path) => path !== ''))]
}
