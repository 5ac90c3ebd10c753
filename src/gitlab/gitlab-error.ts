import type { Said } from '../model/advice.ts'
import { VaultError, type ErrorFacts } from '../model/vault-error.ts'
import type { GitLabProject } from './gitlab-project.ts'
import type { GitLabResponse } from './read-response.ts'
import { isObject } from '../model/is-record.ts'
import { beginning } from '../model/whole-characters.ts'

export interface FailedCall {
  readonly project: GitLabProject
  /** The issue that the call is about, where it is about one. */
  readonly issue: number | null
  readonly isWriting: boolean
}

/** Every way in which a call of GitLab fails, in a word that agents can branch on. */
export type GitLabReason =
  | 'not_installed'
  | 'not_signed_in'
  | 'not_allowed'
  | 'no_such_project'
  | 'no_such_issue'
  | 'no_such_user'
  | 'rate_limit'
  | 'network'
  | 'timeout'
  | 'refused'
  | 'unreadable'

export function gitlabError(
  reason: GitLabReason,
  message: string,
  facts: ErrorFacts & { readonly hint: Said },
): VaultError {
  return new VaultError('GITLAB_ERROR', message, { reason, ...facts })
}

export function notInstalled(): VaultError {
  return gitlabError('not_installed', 'The program glab, which talks to GitLab, was not found.', {
    hint: 'Ask the user to install glab (GitLab’s command line) so that it is on the PATH of this server, then to run glab auth login.',
  })
}

export function tookTooLong({ isWriting }: FailedCall, seconds: number): VaultError {
  return gitlabError('timeout', `GitLab did not answer within ${seconds} s.`, { hint: again(isWriting) })
}

export function unreadable({ isWriting }: Pick<FailedCall, 'isWriting'>, why: string): VaultError {
  return gitlabError('unreadable', `What glab answered cannot be used: ${why}.`, {
    hint: isWriting ? again(true) : 'Ask the user to update glab; for a list ask for less with limit.',
  })
}

/** What GitLab, or `glab` on the way there, had against a call, and what to do about it. */
export function refusal(
  call: FailedCall,
  { status, headers, json }: GitLabResponse,
  stderr: string,
): VaultError {
  const said = saidBy(json) ?? firstLine(stderr)
  const code = status ?? statusWithin(stderr)
  const facts = { ...(code !== null && { status: code }), ...(said !== '' && { gitlab_says: said }) }
  if (code === 401 || (code === null && aboutSignIn.test(stderr))) {
    return gitlabError('not_signed_in', 'GitLab does not know who asks: glab is not signed in there.', {
      ...facts,
      hint: 'Ask the user to run glab auth login; glab auth status shows how it stands.',
    })
  }
  if (code === 403) {
    return gitlabError('not_allowed', `GitLab does not allow this in ${call.project.path}.`, {
      ...facts,
      hint: 'The account, or its token (scope api), lacks the right: ask the user. glab auth status shows the account.',
    })
  }
  if (code === 404) return missing(call, said, facts)
  if (code === 429) return tooMany(headers['retry-after'], facts)
  if (code === null && aboutNetwork.test(stderr)) {
    return gitlabError('network', 'GitLab cannot be reached.', { ...facts, hint: again(call.isWriting) })
  }
  if (code !== null && code >= 500) {
    return gitlabError('network', `GitLab has a fault of its own (status ${code}).`, {
      ...facts,
      hint: again(call.isWriting),
    })
  }
  return gitlabError('refused', `GitLab refused the call${said === '' ? '.' : `: ${said}`}`, {
    ...facts,
    hint: 'Mend what it says. If it says nothing, ask the user to try glab api version in a terminal.',
  })
}

function missing({ project, issue }: FailedCall, said: string, facts: ErrorFacts): VaultError {
  if (issue !== null && !/project/i.test(said)) {
    return gitlabError('no_such_issue', `There is no issue #${issue} in ${project.path}.`, {
      ...facts,
      hint: { kind: 'list-issues' },
    })
  }
  const where = project.host === null ? '' : ` on ${project.host}`
  return gitlabError(
    'no_such_project',
    `There is no project ${project.path}${where}, or none that glab may see.`,
    {
      ...facts,
      hint: 'Ask the user to check GITLAB_PROJECT (group/project, or its address on another GitLab) and glab auth status.',
    },
  )
}

function tooMany(retryAfter: string | undefined, facts: ErrorFacts): VaultError {
  const seconds = retryAfter === undefined || !/^\d+$/.test(retryAfter) ? null : Number(retryAfter)
  return gitlabError('rate_limit', 'GitLab answers no more calls for now: too many were made.', {
    ...facts,
    ...(seconds !== null && { retry_after_seconds: seconds }),
    hint: seconds === null ? 'Wait a minute, then call again.' : `Wait ${seconds} s, then call again.`,
  })
}

function again(isWriting: boolean): Said {
  return isWriting
    ? { kind: 'look-before-repeating' }
    : 'Call again later; if it stays so, ask the user to try glab api version in a terminal.'
}

/** GitLab's own words: `message` is a text or, for what does not fit, texts by field. */
function saidBy(json: unknown): string | null {
  if (!isObject(json)) return null
  const { message, error_description: description, error } = json
  const said = message ?? description ?? error
  if (typeof said === 'string') return harmless(said)
  if (!isObject(said)) return null
  return harmless(
    Object.entries(said)
      .map(([field, texts]) => `${field} ${[texts].flat().join(', ')}`)
      .join('; '),
  )
}

function firstLine(stderr: string): string {
  return harmless(stderr.split('\n').find((line) => line.trim() !== '') ?? '')
}

/** Short, on one line, without tokens and places of this machine. */
function harmless(text: string): string {
  const plain = text
    .replace(/\bgl[a-z]{1,6}-[\w.-]{8,}|(?<=\/\/)[^/\s@]+@/g, '…')
    .replace(/(?<![\w:/.])(?:[A-Za-z]:\\|\/(?=[\w.-]+\/))[^\s:'"]*/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return beginning(plain, 300)
}

function statusWithin(stderr: string): number | null {
  const [, status] = /\(HTTP (\d{3})\)|\bstatus(?: code)?:? (\d{3})\b/i.exec(stderr) ?? []
  return status === undefined ? null : Number(status)
}

const aboutSignIn =
  /auth login|not (?:logged|signed) in|unauthenticated|unauthorized|no token|authentication (?:is )?required|token (?:is )?(?:expired|invalid)/i
const aboutNetwork =
  /dial tcp|no such host|connection (?:refused|reset)|could not resolve|network is unreachable|i\/o timeout|deadline exceeded|TLS handshake|x509|proxyconnect|\bEOF\b/i
