import type { ToolContext } from '../../call/tool-context.ts'
import { z } from 'zod'
import type { Issue } from '../../gitlab/issue.ts'
import { issueLink } from '../../gitlab/issue-note.ts'
import { createIssue as create } from '../../gitlab/issues.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { refuseNul } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { labelsParameter, requireProject } from './gitlab-input.ts'

export const createIssue = defineVaultTool({
  name: 'create_issue',
  title: 'Create a GitLab issue',
  toolset: 'gitlab',
  description:
    'Create an issue in the GitLab project, with its default labels unless labels are given. With note_path a link to it is added at the end of that note.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  errors: ['GITLAB_ERROR', 'NOT_FOUND', 'AMBIGUOUS_TITLE'],
  input: z.object({
    title: z.string().min(1).max(255).describe('Title, one line.'),
    description: z.string().max(1_000_000).optional().describe('Body in Markdown.'),
    labels: labelsParameter,
    assignee: z.string().min(1).max(255).optional().describe('Username.'),
    note_path: z.string().min(1).max(1_000).optional().describe('Note it comes from.'),
  }),
  output: z.object({
    issue_number: z.number(),
    url: z.string(),
    title: z.string(),
    labels: z.array(z.string()),
    note_path: z.string().optional(),
    ...writtenShape,
  }),
  async handler({ note_path: note, ...draft }, vault, ctx) {
    const project = requireProject(ctx)
    refuseNul({ title: draft.title, description: draft.description })
    // Before the issue is made: a note that is not there must leave nothing behind.
    const path = note === undefined ? null : await vault.finder.find(note)
    if (path !== null) await vault.writer.read(path, note)
    const issue = await create(project, { ...draft, title: oneLine(draft.title) }, ctx.signal)
    const { iid: number, web_url: url, title, labels } = issue
    return {
      issue_number: number,
      url,
      title,
      labels,
      ...(path !== null && { note_path: path, ...(await addLink(vault, path, issue, ctx)) }),
    }
  },
  async preview({ title, note_path: note }, _vault, ctx) {
    const link = note === undefined ? '' : ` and adds a link to it to ${note}`
    return Promise.resolve(`Creates the issue "${title}" in ${requireProject(ctx).path}${link}.`)
  },
})

/** The issue is there by now: what keeps the link out of the note must not look as if nothing had been done. */
async function addLink(vault: VaultContext, path: string, issue: Issue, { say }: ToolContext) {
  const content = `- GitLab: ${issueLink(issue)}`
  try {
    const written = await vault
      .view({ signal: null })
      .notes.append(path, { content, heading: null }, { tool: 'create_issue', dryRun: false })
    return toWritten(written, false)
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    const what = `The issue was created, but ${path} was not changed: ${error.message}`
    return { warnings: [say([what, { kind: 'add-line', line: content }])] }
  }
}

function oneLine(title: string): string {
  const text = title.trim()
  if (text !== '' && !/[\r\n]/.test(text)) return text
  throw new VaultError('INVALID_ARGUMENT', 'title must be one line that is not blank.', {
    hint: 'Put the rest into description.',
  })
}
