import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { withMarks } from '../../git/conflict-marks.ts'
import { printable } from '../../git/lossless-text.ts'
import { isSetUp } from '../../git/merge-driver.ts'
import { pathsOf, unmergedStages } from '../../git/merge-trees.ts'
import type { Repository } from '../../git/repository.ts'
import { repositoryState } from '../../git/repository-state.ts'
import { commitOf } from '../../git/trees.ts'
import { findUpstream, type Upstream } from '../../git/upstream.ts'
import { workTreeStatus } from '../../git/work-tree-status.ts'
import { requireRepository } from './require-repository.ts'

const mostNamed = 100

export const getGitStatus = defineVaultTool({
  name: 'get_git_status',
  title: 'Status of git',
  toolset: 'person',
  description:
    'The repository of the vault: branch, what is not committed, not sent or in conflict, and which of its settings flint does not follow.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  errors: ['GIT_ERROR'],
  input: z.object({}),
  output: z.object({
    state: z.string(),
    branch: z.string().nullable(),
    remote: z.string().nullable(),
    ahead: z.number().nullable(),
    behind: z.number().nullable(),
    changed: z.array(z.string()),
    changed_count: z.number(),
    conflicts: z.array(z.string()),
    merges_notes: z.boolean(),
    refused: z.array(z.string()),
  }),
  async handler(_, vault, ctx) {
    const repository = await requireRepository(vault, ctx.signal)
    const [{ branch, apart: told, changed }, stages, state, merges] = await Promise.all([
      workTreeStatus(repository),
      unmergedStages(repository),
      repositoryState(repository),
      isSetUp(repository),
    ])
    const upstream = branch === null ? null : await findUpstream(repository, `refs/heads/${branch}`)
    const follows = upstream?.isSet === true
    const apart = follows ? told : upstream && (await countApart(repository, upstream))
    const unmerged = pathsOf(stages)
    return {
      state,
      branch,
      remote: upstream?.remote ?? null,
      ahead: apart?.ahead ?? null,
      behind: apart?.behind ?? null,
      changed: changed.slice(0, mostNamed).map(printable),
      changed_count: changed.length,
      conflicts: [...new Set([...unmerged, ...(await withMarks(repository, changed))])].map(printable),
      merges_notes: merges,
      refused: repository.refused,
    }
  },
})

/** As git itself counts of a branch that follows another, for one that does not yet. */
async function countApart(
  repository: Repository,
  { remote, branch }: Upstream,
): Promise<{ readonly ahead: number; readonly behind: number } | null> {
  const tip = `refs/remotes/${remote}/${branch.replace(/^refs\/heads\//, '')}`
  if ((await commitOf(repository, tip)) === null || (await commitOf(repository, 'HEAD')) === null) return null
  const { stdout } = await repository.git(['rev-list', '--left-right', '--count', `HEAD...${tip}`])
  const [ahead = 0, behind = 0] = stdout.trim().split(/\s+/).map(Number)
  return { ahead, behind }
}
