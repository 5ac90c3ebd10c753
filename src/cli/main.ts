import { lstatSync, rmSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import type { StatusAhead } from '../git/status-ahead.ts'
import { dataFolder } from '../registry/config-folder.ts'

/** By then the code that a start needs has run and is compiled, so even a server that is killed later has it cached. */
const compiledAfterMs = 5_000

const { argv, env, stdout, stderr } = process

/** Output was lost. */
let isLost = false
/** Nobody reads on. */
let isUnread = false

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of our output may stop early: `flint list | head -1`. Ending at once would cut a change or a thread off.
  if (error.code === 'EPIPE') isUnread = true
  if (isUnread) return
  if (!isLost) stderr.write(`error: The output could not be written: ${error.message}\n`)
  isLost = true
})
// Without standard error the command still does its work.
stderr.on('error', () => undefined)

void main()

async function main(): Promise<void> {
  keepCompiled()
  const words = argv.slice(2)
  const statusAhead = await lookAhead(words)
  // The vault's thread starts while the rest is loaded.
  const { threadFor } = await import('./thread-for.ts')
  const thread = await threadFor(words)
  const [{ runCli }, { exitCodes }] = await Promise.all([import('./run-cli.ts'), import('./exit-codes.ts')])
  const exitCode = await runCli({
    argv: words,
    thread,
    statusAhead,
    env,
    cwd: process.cwd(),
    streams: {
      // Opened only once it is asked for.
      get stdin() {
        return process.stdin
      },
      stdout,
      stderr,
    },
    interruption,
  })
  // All output must be out before the process ends whatever still lives (a thread, a timer).
  await new Promise((resolve) => stdout.write('', resolve))
  process.exitCode = isLost ? exitCodes.failure : isUnread ? exitCodes.unread : exitCode
  setTimeout(() => process.exit(), 200).unref()
  // Nothing is left to be done then, and what Node would put away piece by piece goes with the process.
  process.once('beforeExit', () => process.exit())
}

/** Has git look at the work tree around the working directory while the rest is loaded. */
async function lookAhead(words: readonly string[]): Promise<StatusAhead | null> {
  const isAsked = words[0] === 'sync' || (words[0] === 'git' && words[1] === 'status')
  if (!isAsked || words.some((word) => /^(?:-h$|--help|--vault)/.test(word))) return null
  const { StatusAhead } = await import('../git/status-ahead.ts')
  return StatusAhead.begin(process.cwd(), env)
}

/** Has Node cache V8's compiled code between starts, for threads and child processes, too. */
function keepCompiled(): void {
  const folder = join(dataFolder(env), 'code')
  // V8 runs what is in the cache: no cache in a folder where others may write.
  if (!isOursAlone(folder)) return
  if (enableCompileCache(folder).directory === undefined) return
  env['NODE_COMPILE_CACHE'] ??= folder
  setTimeout(flushCompileCache, compiledAfterMs).unref()
}

/** Makes the folder if it is missing. One that was open to others is emptied first. */
function isOursAlone(folder: string): boolean {
  try {
    makePrivateFolder(folder)
    if (isPrivate(folder)) return true
    rmSync(folder, { recursive: true })
    makePrivateFolder(folder)
    return isPrivate(folder)
  } catch {
    return false
  }
}

/** On Windows a folder below the user's own is private. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0)
}

/** Aborts at the first Ctrl-C or SIGTERM; the second one ends the process at once, as it would without us. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    controller.abort()
    setImmediate(() => process.off('SIGINT', stop).off('SIGTERM', stop))
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return controller.signal
}
