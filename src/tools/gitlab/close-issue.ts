import { z } from 'zod'
import { addComment, closeIssue as close, getIssue } from '../../gitlab/issues.ts'
import { VaultError } from '../../model/vault-error.ts'
import { refuseNul } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { issueNumber, requireProject } from './gitlab-input.ts'

export const closeIssue = defineVaultTool({
  name: 'close_issue',
  title: 'Close a GitLab issue',
  toolset: 'gitlab',
  description:
    'Close an issue of the GitLab project, with a comment if given. Ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  destructive: true,
  errors: ['GITLAB_ERROR'],
  input: z.object({
    issue_number: issueNumber,
    comment: z.string().min(1).max(1_000_000).optional().describe('Why, in Markdown.'),
  }),
  output: z.object({
    issue_number: z.number(),
    url: z.string(),
    title: z.string(),
    status: z.string(),
    warnings: z.array(z.string()).optional(),
  }),
  async handler({ issue_number: number, comment }, _vault, ctx) {
    const project = requireProject(ctx)
    refuseNul({ comment })
    const { web_url: url, title, state } = await close(project, number, ctx.signal)
    const closed = { issue_number: number, url, title, status: state }
    if (comment === undefined) return closed
    try {
      await addComment(project, number, comment, ctx.signal)
      return closed
    } catch (error) {
      // It is closed by now, which an error would hide.
      if (!(error instanceof VaultError)) throw error
      return { ...closed, warnings: [`The issue is closed, but the comment was not added: ${error.message}`] }
    }
  },
  async preview({ issue_number: number, comment }, _vault, ctx) {
    const project = requireProject(ctx)
    const { title, state } = await getIssue(project, number, ctx.signal)
    const said = comment === undefined ? '' : `, with the comment: ${comment}`
    return `Closes issue #${number} "${title}" (${state}) in ${project.path}${said}`
  },
})
