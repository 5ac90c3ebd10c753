import { tmpdir } from 'node:os'
import { tooManyFilesFault } from '../model/too-many-files.ts'
import {
  gitlabError,
  notInstalled,
  refusal,
  tookTooLong,
  unreadable,
  type FailedCall,
} from './gitlab-error.ts'
import type { GitLabProject } from './gitlab-project.ts'
import { readResponse, type GitLabResponse } from './read-response.ts'

export interface GitLabCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the API's root; every part that comes from outside is percent-encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON over standard input, so that no value is ever an argument. */
  readonly body?: object
  readonly issue?: number
  /** 20 when left out. */
  readonly secondsToAnswer?: number
}

const mostBytes = 10_000_000

/**
 * Has `glab` make one call of GitLab's API, with the sign-in that the user has there. The program is started by a list
 * of arguments, never by a shell. Fails with `GITLAB_ERROR`, which says what to do.
 */
export async function callGlab(
  project: GitLabProject,
  { method, path, query = {}, body, issue, secondsToAnswer = 20 }: GitLabCall,
  signal: AbortSignal,
): Promise<GitLabResponse> {
  const call: FailedCall = { project, issue: issue ?? null, isWriting: method !== 'GET' }
  const search = new URLSearchParams(query).toString()
  const { execa } = await import('execa')
  const { stdout, stderr, ...ended } = await execa(
    'glab',
    [
      'api',
      '--method',
      method,
      '--include',
      ...(project.host === null ? [] : ['--hostname', project.host]),
      ...(body === undefined ? [] : ['--header', 'Content-Type: application/json', '--input', '-']),
      search === '' ? path : `${path}?${search}`,
    ],
    {
      // In a folder of a repository glab would go by that and not by what flint was told.
      cwd: tmpdir(),
      env: { ...project.env, ...quiet },
      extendEnv: false,
      ...(body === undefined ? { stdin: 'ignore' } : { input: JSON.stringify(body) }),
      reject: false,
      timeout: secondsToAnswer * 1_000,
      maxBuffer: mostBytes,
      cancelSignal: signal,
      forceKillAfterDelay: 500,
    },
  )
  signal.throwIfAborted()
  if (ended.code === 'ENOENT' || ended.code === 'EACCES') throw notInstalled()
  const tooMany = tooManyFilesFault(ended.code ?? '')
  if (tooMany !== null)
    throw gitlabError('refused', `glab could not be started: ${tooMany.reason}`, { hint: tooMany.cure })
  if (ended.timedOut) throw tookTooLong(call, secondsToAnswer)
  if (ended.isMaxBuffer) throw unreadable(call, `it is more than ${mostBytes / 1_000_000} MB`)
  const response = readResponse(stdout)
  if (ended.failed || (response.status !== null && response.status >= 300))
    throw refusal(call, response, stderr)
  if (response.json === null) throw unreadable(call, 'it is no JSON')
  return response
}

/** No questions, no colours, no look for news of its own. */
const quiet = {
  NO_COLOR: '1',
  NO_PROMPT: 'true',
  GLAB_NO_PROMPT: 'true',
  GLAB_CHECK_UPDATE: 'false',
  GLAB_SEND_TELEMETRY: 'false',
  DEBUG: '',
}
