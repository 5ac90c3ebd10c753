import { expectOwnMerge } from '../git/expect-own-merge.ts'
import { printable } from '../model/lossless-text.ts'
import { type MergedTree, mergeTrees, pathsOf, pathsToDecide, unmergedStages } from '../git/merge-trees.ts'
import { type OpenConflict, openConflicts } from '../git/open-conflicts.ts'
import { inIndexCopy } from '../git/own-index.ts'
import { expectNoFilters } from '../git/refused-filters.ts'
import type { Repository } from '../git/repository.ts'
import { notReady, repositoryState } from '../git/repository-state.ts'
import { stagePaths } from '../git/stage-paths.ts'
import { commitOf, diffTrees } from '../git/trees.ts'
import type { Upstream } from '../git/upstream.ts'
import { changesNow } from '../git/work-tree-status.ts'
import { VaultError } from '../model/vault-error.ts'
import { mergeSides } from './merge-sides.ts'

interface Concluded {
  /** What is not settled yet. */
  readonly open: readonly OpenConflict[]
  /** How many files were settled, or changed here since; null where no merge was ended. */
  readonly files: number | null
}

/** Ends a merge that a person has settled, beside the vault too. GIT_ERROR where the repository is in the middle of something else. */
export async function concludeMerge(
  repository: Repository,
  upstream: Upstream | null,
  driver: string,
): Promise<Concluded> {
  const state = await repositoryState(repository)
  if (state === 'ready') return { open: [], files: null }
  if (state !== 'merging') throw await notReady(repository, state)
  await expectOwnMerge(repository, upstream)
  const [ours, theirs] = [await commitOf(repository, 'HEAD'), await commitOf(repository, 'MERGE_HEAD')]
  const merged = ours === null || theirs === null ? null : await mergeAnew(repository, ours, theirs, driver)
  const stages = await unmergedStages(repository)
  const open = await openConflicts(repository, stages, merged)
  if (open.length > 0) return { open, files: null }
  const { asOnDisk, takenOut } = await changesNow(repository)
  const changed = [...new Set([...asOnDisk, ...pathsOf(stages)])]
  const staged = { asOnDisk: await expectNoFilters(repository, changed), takenOut }
  let files = staged.asOnDisk.length + takenOut.length
  if (ours !== null && merged !== null) {
    const settled = await inIndexCopy(repository, async (index) => {
      await stagePaths(repository, index, staged)
      return await index.writeTree()
    })
    const differing = new Set((await diffTrees(repository, ours, settled)).map(({ path }) => path))
    const decided = new Set([...pathsOf(stages), ...pathsOf(merged.conflicts)])
    const lost = (await diffTrees(repository, ours, merged.tree))
      .map(({ path }) => path)
      .filter((path) => !differing.has(path) && !decided.has(path))
    if (lost.length > 0) throw wouldTakeBack(lost)
    const own = (await diffTrees(repository, merged.tree, settled)).map(({ path }) => path)
    files = new Set([...own, ...pathsToDecide([...stages, ...merged.conflicts])]).size
  }
  await stagePaths(repository, repository, staged)
  await repository.git(['commit', '--quiet', '--no-verify', '--no-edit', '-m', 'notes: conflicts settled'])
  return { open: [], files }
}

/** What the merge of two commits began with, theirs with no common one among them. */
async function mergeAnew(
  repository: Repository,
  ours: string,
  theirs: string,
  driver: string,
): Promise<MergedTree> {
  const { code, stdout } = await repository.git(['merge-base', ours, theirs], { expected: [1] })
  if (code !== 0) return await mergeTrees(repository, ours, theirs, { driver })
  return (await mergeSides(repository, { base: stdout.trim(), ours, theirs }, { driver })).merged
}

const mostNamed = 50

/** Nobody was asked about these files, and what others did to them is not in the merge that would be sent. */
function wouldTakeBack(paths: readonly string[]): VaultError {
  const named = paths.slice(0, 3).map(printable).join(', ')
  return new VaultError(
    'CONFLICT',
    `A merge is under way, and what others have sent of ${named}${paths.length > 3 ? ` and ${paths.length - 3} more files` : ''} is not in it: to end it so would take that back for everybody. Nothing was committed.`,
    {
      paths: paths.slice(0, mostNamed).map(printable),
      hint: 'git reset gives the merge up and leaves every file as it is; the next sync merges anew. To take it back on purpose end the merge with git commit.',
    },
  )
}
