import { readFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { z } from 'zod'
import { atMost } from '../model/at-most.ts'
import { buildProgram, type Request } from './build-program.ts'
import type { Cli } from './cli.ts'
import type { Shell } from './completions/shell-words.ts'
import type { Outcome } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { loadCommand, toGiven } from './load-command.ts'
import { withNotesHere } from './note-here.ts'
import { endParsing, fail, isJsonAsked, type Failing } from './tell-failure.ts'
import { startThreads, type CommandThreads } from './command-threads.ts'
import { jsonText, withoutControls } from './plain-text.ts'
import { opensVault } from './thread-for.ts'
import type { StatusAhead } from '../git/status-ahead.ts'
import { assumeSize, describeTerminal, type Streams, type Terminal } from './terminal.ts'

export interface CliProcess {
  /** The words after `flint`. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly streams: Streams
  /** What serves the indexes of this command line's vaults, where it was begun already. */
  readonly threads?: CommandThreads | null
  /** git's look at the work tree, begun for this command line. */
  readonly statusAhead?: StatusAhead | null
  /** Listens for Ctrl-C and SIGTERM. Not called for a command that handles signals itself. */
  readonly interruption: () => AbortSignal
}

/** Runs one command line and resolves with its exit code. Never rejects. */
export async function runCli(options: CliProcess): Promise<number> {
  const { argv, env, streams } = options
  const [first, shell, ...line] = argv
  if (first === 'complete' && isShell(shell)) return await complete(shell, line, options)
  assumeSize(streams)
  const terminal = await describeTerminal(streams, env)
  try {
    const request = understand(argv, streams, terminal)
    return request === null ? exitCodes.ok : await run(request, terminal, options)
  } catch (error) {
    if (error instanceof CommanderError) return endParsing(error, argv, streams, terminal)
    return await fail(error, { isJson: isJsonAsked(argv), streams, terminal })
  } finally {
    await options.statusAhead?.close()
    await options.threads?.close()
  }
}

function isShell(word: string | undefined): word is Shell {
  return word === 'bash' || word === 'zsh' || word === 'fish'
}

/** What the script of a shell asks at each Tab; it comes before everything else, to be quick. */
async function complete(
  shell: Shell,
  [, ...line]: readonly string[],
  { env, cwd, streams }: CliProcess,
): Promise<number> {
  const { completeNow } = await import('./completions/complete-now.ts')
  streams.stdout.write(await completeNow({ shell, line, env, cwd }))
  return exitCodes.ok
}

/** Null once help or the version is printed. */
function understand(
  argv: readonly string[],
  { stdout, stderr }: Streams,
  terminal: Terminal,
): Request | null {
  const found: Request[] = []
  const program = buildProgram({
    argv,
    version: readVersion(),
    write: (text) => stdout.write(text),
    writeMessage: (text) => stderr.write(text),
    isColoured: terminal.isWatched,
    onRequest: (request) => found.push(request),
  })
  const isAlone = argv.length === 0
  if (isAlone && !(terminal.canAsk && terminal.isWatched)) program.outputHelp()
  else program.parse(isAlone ? ['pick'] : argv, { from: 'user' })
  return found[0] ?? null
}

/** The version in package.json, above both the build and the sources. */
function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof found === 'object' && found !== null && 'version' in found) return String(found.version)
  return 'unknown'
}

async function run(
  { command, given, globals }: Request,
  terminal: Terminal,
  options: CliProcess,
): Promise<number> {
  const { streams, env, cwd } = options
  const signal = command.endsOnSignals === true ? new AbortController().signal : options.interruption()
  const isOfVault = opensVault(command)
  const threads = isOfVault ? (options.threads ?? (await startThreads({ runsSql: false }))) : null
  // Checks that are compiled pay off in a server: what runs once is sooner done without.
  if (command.endsOnSignals !== true) z.config({ jitless: true })
  const { Cli } = await import('./cli.ts')
  const isJson = command.isAlwaysJson === true || globals['json'] === true
  const cli = new Cli({
    env,
    cwd,
    version: readVersion(),
    streams,
    terminal,
    globals,
    signal,
    threads,
    statusAhead: options.statusAhead ?? null,
    isBrief: isOfVault && command.tellsWatchers !== true,
    isServer: command.endsOnSignals === true,
  })
  const { logFile } = cli
  if (logFile !== null) {
    const { makeLogFile } = await import('./make-log-file.ts')
    const reason = makeLogFile(logFile)
    if (reason !== null)
      cli.say(
        `${terminal.paintMessage('yellow', 'note:')} The log cannot be written to ${withoutControls(logFile)} (${reason}).`,
      )
  }
  // One that tells how vaults are watched opens this run's too where it names none.
  if (isOfVault && (command.tellsWatchers !== true || given['id'] === undefined)) await cli.beginOpening()
  const runCommand = await loadCommand(command)
  if (command.besideCluster !== undefined) {
    const { tellOfCluster } = await import('./beside-cluster.ts')
    await tellOfCluster(command.besideCluster, cli)
  }
  const isAtWork = () => command.clearsAway === true || cli.isWriting
  try {
    const work = withNotesHere(command, given, cli).then((meant) => runCommand(toGiven(command, meant), cli))
    const outcome = await untilStopped(work, signal, isAtWork)
    if (signal.aborted) clearMark(streams)
    if (outcome !== null) print(outcome, isJson, cli)
    if (signal.aborted && outcome !== null) cli.say('The command ended before it could be stopped.')
    return outcome?.exitCode ?? exitCodes.ok
  } catch (error) {
    const failing = { isJson, streams, terminal }
    if (error instanceof Interrupted) return interrupted(streams, error.isUnsettled)
    if (signal.aborted) return await stopped(error, failing)
    const { inOwnWords } = await import('./own-words.ts')
    return await fail(inOwnWords(error, command, given), failing)
  } finally {
    await cli.close()
  }
}

/** How long what is being changed is waited for after a signal. */
const settlingMs = 10_000

/** Nothing is waited for any more. */
class Interrupted extends Error {
  /** Whether what was begun may be done all the same. */
  readonly isUnsettled: boolean

  constructor(isUnsettled: boolean) {
    super('interrupted')
    this.isUnsettled = isUnsettled
  }
}

/** A change that has begun is finished or taken back, and who interrupts it is told which; reading ends at once. */
async function untilStopped<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  isAtWork: () => boolean,
): Promise<Result> {
  return await new Promise<Result>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (!isAtWork()) {
        reject(new Interrupted(false))
        return
      }
      void atMost(settlingMs, Promise.allSettled([work])).then(() => {
        reject(new Interrupted(true))
      })
    })
    work.then(resolve, reject)
  })
}

/** A call that was cancelled has changed nothing; what else went wrong is told. */
async function stopped(error: unknown, failing: Failing): Promise<number> {
  const { toCliError } = await import('./cli-error.ts')
  const known = toCliError(error)
  if (known === null || known.content.error.code === 'QUERY_TIMEOUT') return interrupted(failing.streams)
  clearMark(failing.streams)
  await fail(known, failing)
  return exitCodes.interrupted
}

function print(outcome: Outcome, isJson: boolean, cli: Cli): void {
  const { isWatched } = cli.terminal
  const printed = isJson ? jsonText(outcome.data, isWatched) : printable(outcome, isWatched)
  if (printed.length === 0) return
  const isEnded = typeof printed !== 'string' || printed.endsWith('\n') || (outcome.isExact && !isJson)
  cli.streams.stdout.write(isEnded ? printed : `${printed}\n`, (error) => {
    // Who reads no further is told of no error. Repeated, a change would be made twice.
    const isLost = error != null && !('code' in error && error.code === 'EPIPE')
    if (isLost && cli.hasChanged)
      cli.say(`It is done, although that cannot be printed:\n${withoutControls(textOf(outcome))}`)
  })
}

/** A pipe gets the bytes of a file, a terminal what can be shown of them. */
function printable(outcome: Outcome, isWatched: boolean): string | Uint8Array {
  if (outcome.isRaw === true && isWatched) return withoutControls(textOf(outcome))
  return outcome.isExact === true ? outcome.text : textOf(outcome)
}

function textOf({ text }: Outcome): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text)
}

function interrupted(streams: Streams, isUnsettled = false): number {
  clearMark(streams)
  const rest = isUnsettled ? ' What was begun may still be done: flint history shows it.' : ''
  streams.stderr.write(`Interrupted.${rest}\n`)
  return exitCodes.interrupted
}

/** Writes over the `^C` of the terminal, and a bar that was there. */
function clearMark({ stderr }: Streams): void {
  if (stderr.isTTY === true) stderr.write('\r\u001b[K')
}
