import { execFile } from 'node:child_process'
import { errorCode } from '../model/error-code.ts'
import { gitError } from './git-error.ts'
import { bytesOf, losslessText } from '../model/lossless-text.ts'

export interface GitCall {
  readonly args: readonly string[]
  readonly cwd: string
  readonly signal?: AbortSignal | undefined
  /** Instead of the user's own index, where nothing of what they have staged may be touched. */
  readonly env?: Readonly<Record<string, string>>
  /** Given to it on standard input; of a list each part with the zero byte after it that git asks for with `-z`. */
  readonly input?: string | readonly string[]
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
  input = '',
  expected = [],
}: GitCall): Promise<GitAnswer> {
  signal?.throwIfAborted()
  const given = typeof input === 'string' ? input : input.map((part) => `${part}\0`).join('')
  const ended = await runGit([...harmless.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    env: { ...process.env, ...quiet, ...env },
    input: bytesOf(given),
    signal,
  })
  signal?.throwIfAborted()
  const stdout = losslessText(ended.stdout)
  const stderr = losslessText(ended.stderr)
  const { code } = ended
  if (typeof code === 'number' && (code === 0 || expected.includes(code))) return { code, stdout, stderr }
  throw gitError(args, code, stderr)
}

interface Run {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input: Buffer
  readonly signal: AbortSignal | undefined
}

interface Ended {
  /** The system's word where git could not be started; null where it was stopped. */
  readonly code: number | string | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** By Node alone: a library for it takes longer to load, and to start a process, than git takes to answer. */
async function runGit(args: readonly string[], { cwd, env, input, signal }: Run): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const options = { cwd, env, encoding: 'buffer', maxBuffer: mostBytes } as const
  try {
    const child = execFile('git', args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? null), stdout, stderr })
    })
    const stop = () => {
      // What git has started to reach a server may hold its output open for a minute more.
      child.once('exit', () => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      })
      child.kill()
      setTimeout(() => child.kill('SIGKILL'), 2_000).unref()
    }
    // It may end without reading what it is given.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    signal?.addEventListener('abort', stop, { once: true })
    return await promise.finally(() => signal?.removeEventListener('abort', stop))
  } catch (error) {
    if (errorCode(error) === '') throw error
    return { code: errorCode(error), stdout: Buffer.of(), stderr: Buffer.of() }
  }
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
