import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { changedPaths } from '../../git/commit-vault.ts'
import { withMarks } from '../../git/conflict-marks.ts'
import { isSetUp } from '../../git/merge-driver.ts'
import { repositoryState } from '../../git/repository-state.ts'
import { commitOf } from '../../git/trees.ts'
import { currentBranch, findUpstream } from '../../git/upstream.ts'
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
    const branch = await currentBranch(repository)
    const upstream = branch === null ? null : await findUpstream(repository, branch)
    const tip = upstream && `refs/remotes/${upstream.remote}/${upstream.branch.replace(/^refs\/heads\//, '')}`
    const apart =
      tip !== null &&
      (await commitOf(repository, tip)) !== null &&
      (await commitOf(repository, 'HEAD')) !== null
    const counted = apart
      ? await repository.git(['rev-list', '--left-right', '--count', `HEAD...${tip}`])
      : null
    const [ahead, behind] = counted?.stdout.trim().split(/\s+/).map(Number) ?? []
    const changed = await changedPaths(repository)
    return {
      state: await repositoryState(repository),
      branch: branch?.replace(/^refs\/heads\//, '') ?? null,
      remote: upstream?.remote ?? null,
      ahead: ahead ?? null,
      behind: behind ?? null,
      changed: changed.slice(0, mostNamed),
      changed_count: changed.length,
      conflicts: [...(await withMarks(repository, changed))],
      merges_notes: await isSetUp(repository),
      refused: repository.refused.map(({ name }) => name),
    }
  },
})
