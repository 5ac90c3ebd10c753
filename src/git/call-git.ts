import { gitError } from './git-error.ts'
import { bytesOf, losslessText } from './lossless-text.ts'

export interface GitCall {
  readonly args: readonly string[]
  readonly cwd: string
  readonly signal?: AbortSignal
  /** Instead of the user's own index, where nothing of what they have staged may be touched. */
  readonly env?: Readonly<Record<string, string>>
  /** Given to it on standard input. */
  readonly input?: string
  /** Codes other than 0 that are answers, not failures. */
  readonly expected?: readonly number[]
}

export interface GitAnswer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs git with a list of arguments, never through a shell, with the user's own sign-in. It asks nothing, opens no editor
 * and no pager, and runs no hook: what a repository would have run is neither wanted nor known here. Fails with
 * `GIT_ERROR` and git's own words.
 */
export async function callGit({
  args,
  cwd,
  signal,
  env = {},
  input,
  expected = [],
}: GitCall): Promise<GitAnswer> {
  const { execa } = await import('execa')
  const ended = await execa('git', [...harmless.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    env: { ...quiet, ...env },
    ...(input === undefined ? { stdin: 'ignore' } : { input: bytesOf(input) }),
    encoding: 'buffer',
    reject: false,
    stripFinalNewline: false,
    maxBuffer: mostBytes,
    ...(signal !== undefined && { cancelSignal: signal }),
    forceKillAfterDelay: 2_000,
  })
  signal?.throwIfAborted()
  const { exitCode } = ended
  const stdout = losslessText(Buffer.from(ended.stdout))
  const stderr = losslessText(Buffer.from(ended.stderr))
  if (exitCode !== undefined && (exitCode === 0 || expected.includes(exitCode))) {
    return { code: exitCode, stdout, stderr }
  }
  throw gitError(args, { code: ended.code, stderr })
}

const mostBytes = 200_000_000

/** Settings of a repository that would run a program of its own, each with what is used instead. */
const harmless = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.alternateRefsCommand=',
  'core.editor=true',
  'core.pager=cat',
  'sequence.editor=true',
  'diff.external=',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'push.recurseSubmodules=no',
  'gc.auto=0',
  'maintenance.auto=false',
  'log.showSignature=false',
  'i18n.logOutputEncoding=UTF-8',
  'advice.detachedHead=false',
]

export const allowedProtocols = 'file:git:http:https:ssh'

const quiet = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: allowedProtocols,
  GIT_OPTIONAL_LOCKS: '0',
}
