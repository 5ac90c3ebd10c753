import { z } from 'zod'
import { assigneesOf } from '../../gitlab/issue.ts'
import { listIssues } from '../../gitlab/issues.ts'
import { defineTool } from '../../call/define-tool.ts'
import { labelsParameter, requireProject } from './gitlab-input.ts'

export const getIssues = defineTool({
  name: 'get_issues',
  title: 'Open GitLab issues',
  toolset: 'gitlab',
  description: 'Open issues of the GitLab project as they are now, newest first. Show them beside get_todos.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  paged: { list: 'issues', limit: 20, max: 100 },
  errors: ['GITLAB_ERROR'],
  input: z.object({
    labels: labelsParameter,
    assignee: z.string().min(1).max(255).optional().describe('Username.'),
  }),
  output: z.object({
    project: z.string(),
    issues: z.array(
      z.object({
        issue_number: z.number(),
        title: z.string(),
        url: z.string(),
        labels: z.array(z.string()),
        assignee: z.string().nullable(),
        created_at: z.string(),
        confidential: z.literal(true).optional(),
      }),
    ),
    untrusted: z.literal(true),
  }),
  async handler({ labels, assignee, limit, offset }, ctx) {
    const project = requireProject(ctx)
    const filter = { labels, assignee: assignee?.replace(/^@/, '') }
    const { issues, total } = await listIssues(project, filter, { limit, offset }, ctx.signal)
    return {
      project: project.path,
      issues: issues.map((issue) => ({
        issue_number: issue.iid,
        title: issue.title,
        url: issue.web_url,
        labels: issue.labels,
        assignee: assigneesOf(issue)[0] ?? null,
        created_at: issue.created_at,
        ...(issue.confidential === true && { confidential: true as const }),
      })),
      untrusted: true as const,
      total,
    }
  },
})
