import { readFile } from 'node:fs/promises'
import { differInDate } from '../model/dates-in-name.ts'
import { stemOf } from '../model/note-path.ts'
import { withMarks } from './conflict-marks.ts'
import { makeCommit, moveBranch } from './make-commit.ts'
import { inOwnIndex } from './own-index.ts'
import { expectNoFilters } from './refused-filters.ts'
import type { Repository } from './repository.ts'
import { stagePaths } from './stage-paths.ts'
import { diffTrees, objectsOf } from './trees.ts'
import { workTreeStatus } from './work-tree-status.ts'

/** What git's record of the branch says of a sync that took something in. */
export const syncedSubject = 'notes: sync'

export interface VaultCommit {
  /** Null where nothing had changed. */
  readonly commit: string | null
  readonly files: number
  /** Files with marks of a conflict in them, which are left out. */
  readonly marked: readonly string[]
  /** Files that the last sync took in, and that are committed as they were before it. */
  readonly takenBack: readonly string[]
  /** Folders that are repositories of their own. */
  readonly repositories: readonly string[]
}

/**
 * Commits what has changed in the vault's folder, and nothing else: what a person has staged elsewhere stays staged. Files
 * that hold marks of a conflict are left out.
 */
export async function commitVault(
  repository: Repository,
  message: (paths: readonly string[]) => string,
): Promise<VaultCommit> {
  const { toCommit, hasPutBack, repositories, unmerged } = await workTreeStatus(repository)
  const marked = await withMarks(repository, toCommit.asOnDisk, unmerged)
  const unmarked = toCommit.asOnDisk.filter((path) => !marked.includes(path))
  const staged = { ...toCommit, asOnDisk: await expectNoFilters(repository, unmarked) }
  const paths = [...staged.takenOut, ...staged.asOnDisk]
  const nothing = { commit: null, files: 0, marked, takenBack: [], repositories }
  if (paths.length === 0) return nothing
  const [ours = null, treeBefore = null] = await objectsOf(repository, ['HEAD^{commit}', 'HEAD^{tree}'])
  const tree = await inOwnIndex(repository, ours, async (index) => {
    await stagePaths(repository, index, staged)
    return await index.writeTree()
  })
  const follow = () => stagePaths(repository, repository, staged)
  if (ours !== null && tree === treeBefore) {
    await follow()
    return nothing
  }
  const changed =
    hasPutBack && treeBefore !== null ? await pathsBetween(repository, treeBefore, tree) : new Set(paths)
  const takenBack = ours === null ? [] : await findTakenBack(repository, ours, tree)
  const text = { message: message([...changed]) }
  const commit = await makeCommit(repository, tree, ours === null ? [] : [ours], text)
  await follow()
  await moveBranch(repository, { to: commit, from: ours, why: 'commit: notes' })
  return { commit, files: changed.size, marked, takenBack, repositories }
}

/** By git's own record of what the branch ended with, where the last of it was a sync. */
async function findTakenBack(repository: Repository, ours: string, tree: string): Promise<readonly string[]> {
  const written = await readFile(repository.fileOf('logs/HEAD'), 'latin1').catch(() => null)
  // Most often the last was no sync: the last line of this file says so, where git keeps it.
  if (written !== null && !written.endsWith(`\t${syncedSubject}\n`)) return []
  const { stdout } = await repository.git(['log', '--walk-reflogs', '-2', '--format=%H %gs', 'HEAD', '--'], {
    expected: [128],
  })
  const [last = '', before = ''] = stdout.split('\n')
  if (last !== `${ours} ${syncedSubject}`) return []
  const from = before.split(' ', 1)[0] ?? ''
  const received = await pathsBetween(repository, from, ours)
  const changed = await pathsBetween(repository, ours, tree)
  const stillOther = await pathsBetween(repository, from, tree)
  const asBefore = new Set([...received].filter((path) => changed.has(path) && !stillOther.has(path)))
  if (asBefore.size === 0) return []
  // What has only been given another name is still there, unless others had given it the name that it has.
  for (const { from: old, path } of await diffTrees(repository, ours, tree, { renames: true }))
    if (old !== null && !asBefore.has(path) && !differInDate(stemOf(old), stemOf(path))) asBefore.delete(old)
  return [...asBefore]
}

async function pathsBetween(repository: Repository, from: string, to: string): Promise<ReadonlySet<string>> {
  return new Set((await diffTrees(repository, from, to)).map(({ path }) => path))
}
