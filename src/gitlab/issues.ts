import { z } from 'zod'
import { callGlab, type GitLabCall } from './call-glab.ts'
import { gitlabError, unreadable } from './gitlab-error.ts'
import type { GitLabProject } from './gitlab-project.ts'
import { issueSchema, type Issue } from './issue.ts'
import type { GitLabResponse } from './read-response.ts'

export interface IssueDraft {
  readonly title: string
  readonly description?: string | undefined
  /** The project's default ones when left out. */
  readonly labels?: readonly string[] | undefined
  readonly assignee?: string | undefined
}

export interface IssueFilter {
  readonly labels?: readonly string[] | undefined
  readonly assignee?: string | undefined
}

export async function createIssue(
  project: GitLabProject,
  { title, description, labels = project.defaultLabels, assignee }: IssueDraft,
  signal: AbortSignal,
): Promise<Issue> {
  const assigneeId = assignee === undefined ? null : await findUser(project, assignee, signal)
  const body = {
    title,
    ...(description !== undefined && { description: withoutQuickActions(description) }),
    ...(labels.length > 0 && { labels: labels.join(',') }),
    ...(assigneeId !== null && { assignee_ids: [assigneeId] }),
  }
  return await ask(project, { method: 'POST', path: issuesOf(project), body }, issueSchema, signal)
}

/** Open issues, newest first: `limit` of them from `offset` on, and how many there are. */
export async function listIssues(
  project: GitLabProject,
  { labels, assignee }: IssueFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
): Promise<{ readonly issues: readonly Issue[]; readonly total: number }> {
  const query = {
    state: 'opened',
    order_by: 'created_at',
    sort: 'desc',
    ...(labels !== undefined && labels.length > 0 && { labels: labels.join(',') }),
    ...(assignee !== undefined && { 'assignee_username[]': assignee }),
  }
  const page = async (number: number) => {
    const paging = { page: String(number), per_page: String(limit) }
    const call = { method: 'GET', path: issuesOf(project), query: { ...query, ...paging } } as const
    const response = await callGlab(project, call, signal)
    return { issues: read(call, response, z.array(issueSchema), project), ...counted(response) }
  }
  // GitLab counts in whole pages; ours may begin within one of them.
  const first = Math.floor(offset / limit)
  const begun = await page(first + 1)
  const skipped = offset - first * limit
  const rest = skipped > 0 && begun.hasNext ? await page(first + 2) : null
  const issues = [...begun.issues, ...(rest?.issues ?? [])].slice(skipped, skipped + limit)
  // Of more than 10,000 GitLab does not say how many there are.
  const least = offset + issues.length + ((rest ?? begun).hasNext ? 1 : 0)
  return { issues, total: begun.total ?? least }
}

export async function getIssue(project: GitLabProject, issue: number, signal: AbortSignal): Promise<Issue> {
  return await ask(
    project,
    { method: 'GET', path: `${issuesOf(project)}/${issue}`, issue },
    issueSchema,
    signal,
  )
}

export async function closeIssue(project: GitLabProject, issue: number, signal: AbortSignal): Promise<Issue> {
  const path = `${issuesOf(project)}/${issue}`
  const body = { state_event: 'close' }
  return await ask(project, { method: 'PUT', path, body, issue }, issueSchema, signal)
}

export async function addComment(
  project: GitLabProject,
  issue: number,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const body = { body: withoutQuickActions(text) }
  await callGlab(
    project,
    { method: 'POST', path: `${issuesOf(project)}/${issue}/notes`, body, issue },
    signal,
  )
}

async function findUser(project: GitLabProject, name: string, signal: AbortSignal): Promise<number> {
  const username = name.replace(/^@/, '')
  const call = { method: 'GET', path: 'users', query: { username } } as const
  const [user] = await ask(project, call, z.array(z.object({ id: z.int() })), signal)
  if (user !== undefined) return user.id
  throw gitlabError('no_such_user', `GitLab knows no user "${username}".`, {
    hint: 'Give the username as GitLab shows it after @, or leave assignee out.',
  })
}

async function ask<Answer>(
  project: GitLabProject,
  call: GitLabCall,
  schema: z.ZodType<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  return read(call, await callGlab(project, call, signal), schema, project)
}

function read<Answer>(
  { method, issue }: GitLabCall,
  { json }: GitLabResponse,
  schema: z.ZodType<Answer>,
  project: GitLabProject,
): Answer {
  const answer = schema.safeParse(json)
  if (answer.success) return answer.data
  const failed = { project, issue: issue ?? null, isWriting: method !== 'GET' }
  throw unreadable(failed, z.prettifyError(answer.error).split('\n')[0] ?? '')
}

function counted({ headers }: GitLabResponse) {
  const total = headers['x-total']
  return {
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : null,
    hasNext: (headers['x-next-page'] ?? '') !== '',
  }
}

function issuesOf({ path }: GitLabProject): string {
  return `projects/${encodeURIComponent(path)}/issues`
}

/**
 * The text with every line that GitLab would take for a command to itself made plain text, in code too: what GitLab
 * takes for code is GitLab's to say.
 *
 *     withoutQuickActions('Done.\n/close\n')   // 'Done.\n\\/close\n'
 */
export function withoutQuickActions(text: string): string {
  return text.replace(/^(\s*)(?=\/[a-z_]+(?:\s|$))/gim, '$1\\')
}
