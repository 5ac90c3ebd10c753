import { changedPaths } from '../git/work-tree-status.ts'
import { withMarks } from '../git/conflict-marks.ts'
import { pathsToDecide, unmergedStages } from '../git/merge-trees.ts'
import { printable } from '../model/lossless-text.ts'
import { describeFiltered, type FilteredFile, filteredNow } from '../git/refused-filters.ts'
import { Repository } from '../git/repository.ts'
import { describeState, repositoryState, whyWaiting } from '../git/repository-state.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/** The repository that a vault lies in, as far as it needs care. */
export interface GitFacts {
  /** What it is in the middle of, a sentence; null where nothing is under way. */
  readonly state: string | null
  /** Notes with the texts of both sides in them, or that somebody has still to merge. */
  readonly conflicts: readonly string[]
  /** Null where changes do not become commits. */
  readonly commits: { readonly waiting: number | null; readonly problem: string | null } | null
}

/** Null for a vault in no repository whose changes need not be committed either. */
export async function informGit(vault: VaultContext, signal: AbortSignal): Promise<GitFacts | null> {
  const { root, scope } = vault
  const found = await vault.commits.inform()
  const commits = found && { ...found, waiting: scope === null ? found.waiting : null }
  try {
    const repository = await Repository.find(root, signal)
    if (repository === null) return commits && { state: null, conflicts: [], commits }
    const state = await repositoryState(repository)
    const conflicts = await conflictsIn(repository)
    const left = commits === null ? [] : await filteredIn(repository)
    const seen = left.filter(({ path }) => scope === null || scope.includes(path))
    // What is under way is said in any case.
    const why = commits !== null && state === 'ready' ? await whyWaiting(repository, state) : null
    return {
      state: state === 'ready' ? null : await describeState(repository, state),
      conflicts: scope === null ? conflicts : conflicts.filter(scope.includes),
      commits: commits && { ...commits, problem: commits.problem ?? why ?? describeFiltered(seen) },
    }
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'GIT_ERROR') throw error
    return { state: error.message, conflicts: [], commits }
  }
}

/** Files that no commit has and none of flint's will have, by their paths in the vault. */
async function filteredIn(repository: Repository): Promise<readonly FilteredFile[]> {
  if (repository.refusedFilters.size === 0) return []
  const { open } = await filteredNow(repository, await changedPaths(repository))
  return open.map(({ path, driver }) => ({ path: printable(repository.withinVault(path)), driver }))
}

/** As paths of the vault. */
async function conflictsIn(repository: Repository): Promise<readonly string[]> {
  const unmerged = pathsToDecide(await unmergedStages(repository)).filter(repository.isInVault)
  const marked = await withMarks(repository, await changedPaths(repository))
  return [...new Set([...unmerged, ...marked])].map((path) => printable(repository.withinVault(path)))
}
