import { CommanderError } from 'commander'
import { buildProgram, type Request } from './build-program.ts'
import { commandList } from './command-list.ts'
import type { Outcome } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { readVersion } from './read-version.ts'
import { describeTerminal, type Streams, type Terminal } from './terminal.ts'

export interface CliProcess {
  /** The words after `flint`. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly streams: Streams
  /** Listens for Ctrl-C. Not called for a command that ends by itself on signals. */
  readonly interruption: () => AbortSignal
}

/** Runs one command line and resolves with its exit code. It never fails. */
export async function runCli(options: CliProcess): Promise<number> {
  const { argv, env, streams } = options
  const terminal = describeTerminal(streams, env)
  try {
    if (argv.includes('exit-codes') && argv[0] === 'help') return await explainExitCodes(streams)
    const request = understand(argv, streams, terminal)
    return request === null ? exitCodes.ok : await run(request, terminal, options)
  } catch (error) {
    if (error instanceof CommanderError) return endParsing(error, argv, streams, terminal)
    return await fail(error, { isJson: isJsonAsked(argv), streams, terminal })
  }
}

/** Null once help or the version is printed. */
function understand(argv: readonly string[], { stdout }: Streams, terminal: Terminal): Request | null {
  const found: Request[] = []
  const program = buildProgram({
    version: readVersion(),
    write: (text) => stdout.write(text),
    isColoured: terminal.isWatched,
    onRequest: (request) => found.push(request),
  })
  if (argv.length === 0) program.outputHelp()
  else program.parse(argv, { from: 'user' })
  return found[0] ?? null
}

async function run(
  { command, given, globals }: Request,
  terminal: Terminal,
  options: CliProcess,
): Promise<number> {
  const { streams, env, cwd } = options
  const signal = command.endsOnSignals === true ? new AbortController().signal : options.interruption()
  const [{ Cli }, runCommand] = await Promise.all([import('./cli.ts'), command.load()])
  const isJson = command.isAlwaysJson === true || globals['json'] === true
  const cli = new Cli({
    env,
    cwd,
    version: readVersion(),
    commands: commandList,
    streams,
    terminal,
    globals,
    signal,
  })
  try {
    const outcome = await untilAborted(runCommand(given, cli), signal)
    if (outcome !== null) print(outcome, isJson, streams, terminal)
    return outcome?.exitCode ?? exitCodes.ok
  } catch (error) {
    if (signal.aborted) return interrupted(streams)
    return await fail(error, { isJson, streams, terminal })
  } finally {
    await cli.close()
  }
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return await new Promise<Result>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('interrupted'))
    })
    work.then(resolve, reject)
  })
}

function print({ data, text }: Outcome, isJson: boolean, { stdout }: Streams, { isWatched }: Terminal): void {
  const printed = isJson ? JSON.stringify(data, null, isWatched ? 2 : undefined) : text
  if (printed === '') return
  stdout.write(printed.endsWith('\n') ? printed : `${printed}\n`)
}

function interrupted({ stderr }: Streams): number {
  stderr.write('Interrupted.\n')
  return exitCodes.interrupted
}

interface Failing {
  readonly isJson: boolean
  readonly streams: Streams
  readonly terminal: Terminal
}

/** An error that nobody expected is told with its stack: it is a bug, and the person may want to report it. */
async function fail(error: unknown, failing: Failing): Promise<number> {
  const { toCliError } = await import('./cli-error.ts')
  const { describeError } = await import('./describe-error.ts')
  const known = toCliError(error)
  if (known !== null) {
    tell(failing, known.content, describeError(known.content, failing.terminal.paintMessage))
    return known.exitCode
  }
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? (error.stack ?? message) : message
  tell(failing, { error: { code: 'INTERNAL_ERROR', message } }, `error: flint failed.\n${stack}`)
  return exitCodes.failure
}

function endParsing(
  { code, exitCode, message }: CommanderError,
  argv: readonly string[],
  streams: Streams,
  terminal: Terminal,
): number {
  if (exitCode === 0) return exitCodes.ok
  // A group without its command has printed its help.
  if (code === 'commander.help') return exitCodes.usage
  const sentence = message.replace(/^error: /, '').trim()
  const hint = 'flint help lists the commands; flint COMMAND --help shows what one takes.'
  const [first = sentence, ...suggestion] = sentence.split('\n')
  tell(
    { isJson: isJsonAsked(argv), streams, terminal },
    { error: { code: 'INVALID_ARGUMENT', message: [first, ...suggestion].join(' '), hint } },
    [`${terminal.paintMessage('red', 'error:')} ${first}`, ...suggestion, hint].join('\n'),
  )
  return exitCodes.usage
}

function tell({ isJson, streams, terminal }: Failing, content: object, text: string): void {
  if (isJson) streams.stdout.write(`${JSON.stringify(content, null, terminal.isWatched ? 2 : undefined)}\n`)
  else streams.stderr.write(`${text}\n`)
}

/** Before the options are understood. */
function isJsonAsked(argv: readonly string[]): boolean {
  return argv.includes('--json')
}

async function explainExitCodes({ stdout }: Streams): Promise<number> {
  const { explainExitCodes: explain } = await import('./exit-codes.ts')
  stdout.write(`${explain()}\n`)
  return exitCodes.ok
}
