import { withMarks } from './conflict-marks.ts'
import { printable } from '../model/lossless-text.ts'
import { isSetUp } from './merge-driver.ts'
import { pathsToDecide, unmergedStages } from './merge-trees.ts'
import type { Repository } from './repository.ts'
import { repositoryState, type RepositoryState } from './repository-state.ts'
import type { StatusAhead } from './status-ahead.ts'
import { commitOf } from './trees.ts'
import { findUpstream, knownAs, type Upstream } from './upstream.ts'
import { workTreeStatus, type WorkTreeStatus } from './work-tree-status.ts'

/** The repository of a vault as a person is told of it. */
export interface RepositoryStatus {
  readonly state: RepositoryState
  readonly branch: string | null
  readonly remote: string | null
  readonly ahead: number | null
  readonly behind: number | null
  readonly changed: string[]
  readonly changed_count: number
  readonly conflicts: string[]
  /** Folders that are repositories of their own: what is in them is not sent. */
  readonly repositories: string[]
  readonly merges_notes: boolean
  readonly refused: string[]
}

const mostNamed = 100

export async function repositoryStatus(
  repository: Repository,
  ahead: StatusAhead | null = null,
): Promise<RepositoryStatus> {
  const isWhole = repository.vaultPath === ''
  const [{ branch, apart: told, changed, repositories, unmerged: inVault }, elsewhere, state, merges] =
    await Promise.all([
      workTreeStatus(repository, ahead),
      // Of a vault that is a part of its repository, what is in conflict beside it keeps a sync from going on, too.
      isWhole ? [] : unmergedStages(repository),
      repositoryState(repository),
      isSetUp(repository),
    ])
  const upstream = branch === null ? null : findUpstream(repository, `refs/heads/${branch}`)
  const follows = upstream?.isSet === true
  const apart = follows ? told : upstream && (await countApart(repository, upstream))
  const unmerged = isWhole ? inVault : pathsToDecide(elsewhere)
  return {
    state,
    branch,
    remote: upstream?.remote ?? null,
    ahead: apart?.ahead ?? null,
    behind: apart?.behind ?? null,
    changed: changed.slice(0, mostNamed).map(printable),
    changed_count: changed.length,
    conflicts: [...new Set([...unmerged, ...(await withMarks(repository, changed))])].map(printable),
    repositories: repositories.map(printable),
    merges_notes: merges,
    refused: [...repository.notFollowed],
  }
}

/** As git itself counts of a branch that follows another, for one that does not yet. */
async function countApart(repository: Repository, upstream: Upstream): Promise<WorkTreeStatus['apart']> {
  const tip = `refs/remotes/${knownAs(upstream)}`
  if ((await commitOf(repository, tip)) === null || (await commitOf(repository, 'HEAD')) === null) return null
  const { stdout } = await repository.git(['rev-list', '--left-right', '--count', `HEAD...${tip}`, '--'])
  const [ahead = 0, behind = 0] = stdout.trim().split(/\s+/).map(Number)
  return { ahead, behind }
}
