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
  return await askIssue(project, { method: 'POST', body }, signal)
}

/** Open issues, newest first: `limit` of them from `offset` on, and how many there are. */
export async function listIssues(
  project: GitLabProject,
  { labels, assignee }: Pick<IssueDraft, 'labels' | 'assignee'>,
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
    const call = { method: 'GET', path: pathOf(project), query: { ...query, ...paging } } as const
    const response = await callGlab(project, call, signal)
    return { issues: read(call, response, z.array(issueSchema)), ...counted(response) }
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
  return await askIssue(project, { method: 'GET', issue }, signal)
}

export async function closeIssue(project: GitLabProject, issue: number, signal: AbortSignal): Promise<Issue> {
  return await askIssue(project, { method: 'PUT', issue, body: { state_event: 'close' } }, signal)
}

export async function addComment(
  project: GitLabProject,
  issue: number,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `${pathOf(project, issue)}/notes`
  const body = { body: withoutQuickActions(text) }
  await callGlab(project, { method: 'POST', path, body, issue }, signal)
}

async function findUser(project: GitLabProject, name: string, signal: AbortSignal): Promise<number> {
  const username = name.replace(/^@/, '')
  const call = { method: 'GET', path: 'users', query: { username } } as const
  const [user] = read(call, await callGlab(project, call, signal), z.array(z.object({ id: z.int() })))
  if (user !== undefined) return user.id
  throw gitlabError('no_such_user', `GitLab knows no user "${username}".`, {
    hint: 'Give the username as GitLab shows it after @, or leave assignee out.',
  })
}

async function askIssue(
  project: GitLabProject,
  asked: Omit<GitLabCall, 'path'>,
  signal: AbortSignal,
): Promise<Issue> {
  const call = { ...asked, path: pathOf(project, asked.issue) }
  return read(call, await callGlab(project, call, signal), issueSchema)
}

function read<Answer>({ method }: GitLabCall, { json }: GitLabResponse, schema: z.ZodType<Answer>): Answer {
  const answer = schema.safeParse(json)
  if (answer.success) return answer.data
  throw unreadable({ isWriting: method !== 'GET' }, z.prettifyError(answer.error).split('\n')[0] ?? '')
}

function counted({ headers }: GitLabResponse) {
  const total = headers['x-total']
  return {
    total: total !== undefined && /^\d+$/.test(total) ? Number(total) : null,
    hasNext: (headers['x-next-page'] ?? '') !== '',
  }
}

/** Of one issue, or of all. */
function pathOf({ path }: GitLabProject, issue?: number): string {
  return `projects/${encodeURIComponent(path)}/issues${issue === undefined ? '' : `/${issue}`}`
}

/**
 * The text with every line that GitLab would take for a command to itself made plain text. GitLab runs none in a fenced
 * block, where the backslash would be seen; where other markup may hide a fence, lines in it are made plain text, too.
 *
 *     withoutQuickActions('Done.\n/close\n')   // 'Done.\n\\/close\n'
 */
export function withoutQuickActions(text: string): string {
  const parts = text.split(plainFence)
  const isSure = !parts.some((part, index) => index % 2 === 0 && mayHideFence.test(part))
  return parts.map((part, index) => (isSure && index % 2 === 1 ? part : withEscapedActions(part))).join('')
}

// As all versions of GitLab read it: three backticks at the beginning of a line, and nothing else after the last three.
const plainFence = /((?<=^|\n)```[^`\n]*\n(?:(?! {0,3}```)[^\n]*\n)*```(?=\r?\n|$))/
// HTML, quotes, code, formulas, frontmatter.
const mayHideFence = /<!--|(?:^|\n)[^\S\n]*(?:[<>~$`]|-{3}|\+{3}|;{3})/

function withEscapedActions(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*)(?=\/[a-z_]+(?:\s|$))/gim, '$1\\')
}
