import { parse, resolve } from 'node:path'
import type { StatusAhead } from '../git/status-ahead.ts'
import { folderHere } from './folder-here.ts'

const { argv, env } = process

/** Output was lost. */
let isLost = false
/** Nobody reads on. */
let isUnread = false

void main()

async function main(): Promise<void> {
  const words = argv.slice(2)
  const cwd = folderHere()
  const statusAhead = await lookAhead(words, cwd)
  const { commandOf, threadFor } = await import('./thread-for.ts')
  if (cwd === '' || commandOf(words)?.endsOnSignals === true) standAtRoot(cwd)
  // A vault's thread, where one is needed for certain, starts while the rest is loaded.
  const threads = await threadFor(words)
  const { stdout, stderr } = openStreams()
  const [{ runCli }, { exitCodes }] = await Promise.all([import('./run-cli.ts'), import('./exit-codes.ts')])
  const exitCode = await runCli({
    argv: words,
    threads,
    statusAhead,
    env,
    cwd,
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
  // All output must be out before the process ends whatever still lives (a thread, a timer). Nothing is left to be done then, and
  // what Node would put away piece by piece, or collect, goes with the process.
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  process.exit(isLost ? exitCodes.failure : isUnread ? exitCodes.unread : exitCode)
}

/**
 * Node starts no thread once the working directory is gone, and a drive on which a process stands cannot be unmounted. Servers
 * outlive the folders that they were started in. Names from there are made whole first.
 */
function standAtRoot(cwd: string): void {
  for (const name of ['FLINT_CONFIG_DIR', 'FLINT_DATA_DIR', 'FLINT_MODELS_DIR']) {
    const folder = env[name] ?? ''
    if (cwd !== '' && folder !== '' && !folder.startsWith('~')) env[name] = resolve(cwd, folder)
  }
  process.chdir(parse(process.execPath).root)
}

/** Node takes milliseconds to open them: what runs beside has begun by then. */
function openStreams(): Pick<NodeJS.Process, 'stdout' | 'stderr'> {
  const { stdout, stderr } = process
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of our output may stop early: `flint list | head -1`. Ending at once would cut a change or a thread off.
    if (error.code === 'EPIPE') isUnread = true
    if (isUnread) return
    if (!isLost) stderr.write(`error: The output could not be written: ${error.message}\n`)
    isLost = true
  })
  // Without standard error the command still does its work.
  stderr.on('error', () => undefined)
  return { stdout, stderr }
}

/** Has git look at the work tree around the working directory while the rest is loaded. */
async function lookAhead(words: readonly string[], cwd: string): Promise<StatusAhead | null> {
  const isAsked = words[0] === 'sync' || (words[0] === 'git' && words[1] === 'status')
  if (!isAsked || words.some((word) => /^(?:-h$|--help|--vault)/.test(word))) return null
  if (cwd === '') return null
  const { StatusAhead } = await import('../git/status-ahead.ts')
  return StatusAhead.begin(cwd, env)
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
