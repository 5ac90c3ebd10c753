import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tooManyFiles } from '../../model/too-many-files.ts'
import { VaultError } from '../../model/vault-error.ts'
import { tooMuchMemory, type SqlReply, type SqlRequest } from './sql-messages.ts'

export interface SqlLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** A process that answers one query at a time. A query that has to be stopped is killed with its process. */
export class SqlChild {
  readonly #child: ChildProcess
  readonly #ready: Promise<void>
  readonly exited: Promise<void>
  #isGone = false
  /** Why the system did not start it. */
  #notStarted: VaultError | null = null

  constructor() {
    const entry = fileURLToPath(new URL('./sql-process.js', import.meta.url))
    this.#child = fork(entry, [], {
      // Standard input tells the process that we are alive.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      // From Node 24 on a compiler takes half a gigabyte of address space that the system counts as data.
      ...withinMemory(['--max-old-space-size=128', '--jitless']),
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    this.#child.stdin?.on('error', () => undefined)
    this.exited = new Promise((resolve) => {
      const end = () => {
        this.#isGone = true
        resolve()
      }
      this.#child.once('exit', end)
      this.#child.once('error', (error) => {
        this.#notStarted = tooManyFiles(error)
        end()
      })
    })
    this.#ready = new Promise((resolve) => {
      this.#child.once('message', () => {
        resolve()
      })
    })
  }

  get isGone(): boolean {
    return this.#isGone
  }

  async ask(request: SqlRequest, { timeoutMs, signal }: SqlLimits): Promise<SqlReply> {
    let isOver = false
    const stop = this.exited.then((): never => {
      if (isOver) throw timeOver(timeoutMs)
      if (this.#notStarted !== null) throw this.#notStarted
      if (signal.aborted) throw new VaultError('QUERY_TIMEOUT', 'The query was stopped.')
      throw new VaultError('QUERY_REJECTED', tooMuchMemory.message, { hint: tooMuchMemory.hint })
    })
    const kill = () => void this.kill()
    signal.addEventListener('abort', kill)
    let timer: NodeJS.Timeout | undefined
    try {
      if (signal.aborted) kill()
      await Promise.race([this.#ready, stop])
      timer = setTimeout(() => {
        isOver = true
        kill()
      }, timeoutMs)
      const reply = new Promise<SqlReply>((resolve) => {
        this.#child.once('message', (message: SqlReply) => {
          resolve(message)
        })
      })
      this.#child.send(request)
      return await Promise.race([reply, stop])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
    }
  }

  /** Resolves when the process has ended. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.exited
  }
}

const mostKilobytes = 700_000
const shell = '/bin/sh'

/**
 * On Linux the system limits the process's memory, so that SQLite itself ends a query that wants more at once; the
 * watching thread, which is all there is elsewhere, may look too late. The thread's limit is lower, as SQLite reports
 * lack of memory in an aggregate only at the end, and in some queries not at all.
 */
function withinMemory(args: readonly string[]): { readonly execPath?: string; readonly execArgv: string[] } {
  if (process.platform !== 'linux' || !existsSync(shell)) return { execArgv: [...args] }
  const limited = `ulimit -d ${mostKilobytes} 2> /dev/null; exec "$0" "$@"`
  return { execPath: shell, execArgv: ['-c', limited, process.execPath, ...args] }
}

/** The most that the tool allows. */
export const longestMs = 30_000

function timeOver(ms: number): VaultError {
  return new VaultError('QUERY_TIMEOUT', `The query was not done after ${ms / 1000} s and was stopped.`, {
    time_limit_ms: ms,
    hint: `Join by id, narrow with WHERE, ${ms < longestMs ? 'give a recursive WITH its LIMIT, or allow more time with timeout' : 'or give a recursive WITH its LIMIT'}.`,
  })
}
