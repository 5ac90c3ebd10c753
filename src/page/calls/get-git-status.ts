import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { repositoryStatus } from '../../git/repository-status.ts'
import { requireRepository } from './require-repository.ts'

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
    repositories: z.array(z.string()),
    merges_notes: z.boolean(),
    refused: z.array(z.string()),
  }),
  async handler(_, vault, ctx) {
    return await repositoryStatus(await requireRepository(vault, ctx.signal))
  },
})
