import type { CommanderError } from 'commander'
import { z } from 'zod'
import type { ErrorContent } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import { jsonText, oneLine, plainPath, withoutControls } from './plain-text.ts'
import type { Paint, Streams, Terminal } from './terminal.ts'
import { messageOf } from '../model/error-code.ts'

export interface Failing {
  readonly isJson: boolean
  readonly streams: Streams
  readonly terminal: Terminal
}

/**
 * Reports an error and returns the exit code. An unexpected one comes with its stack: it is a bug that the person may
 * want to report.
 */
export async function fail(error: unknown, failing: Failing): Promise<number> {
  const { toCliError } = await import('./cli-error.ts')
  const known = toCliError(error)
  if (known !== null) {
    tell(failing, known.content, describeError(known.content, failing.terminal.paintMessage))
    return known.exitCode
  }
  const message = messageOf(error)
  const stack = error instanceof Error ? (error.stack ?? message) : message
  tell(failing, { error: { code: 'INTERNAL_ERROR', message } }, `error: flint failed.\n${stack}`)
  return exitCodes.failure
}

/** An error for people: what happened, what helps, and the code to look it up by. */
export function describeError({ error }: ErrorContent, paint: Paint): string {
  const { code, message, hint, known_vaults: vaults, known_types: types, freshness } = error
  return [
    `${paint('red', 'error:')} ${withoutControls(message)} ${paint('dim', `(${code})`)}`,
    ...namesOf('Known vaults', vaults),
    ...namesOf('Known types', types),
    ...placesOf(error).map((place) => `  ${place}`),
    ...(hint === undefined ? [] : [withoutControls(hint)]),
    ...(freshness === undefined ? [] : [freshness.message]),
  ].join('\n')
}

function namesOf(what: string, names: unknown): readonly string[] {
  return Array.isArray(names) && names.length > 0 ? [`${what}: ${oneLine(names.join(', '))}`] : []
}

/** What the name may have meant. */
function placesOf({ similar, candidates }: ErrorContent['error']): readonly string[] {
  return [similar, candidates].flatMap((list) =>
    Array.isArray(list) ? list.flatMap((one: unknown) => placeOf(one) ?? []) : [],
  )
}

const named = z.object({
  id: z.string().optional(),
  path: z.string().optional(),
  title: z.string().optional(),
})

function placeOf(one: unknown): string | null {
  if (typeof one === 'string') return plainPath(one)
  const read = named.safeParse(one)
  if (!read.success) return null
  const { id, path = id, title } = read.data
  return path === undefined
    ? null
    : title === undefined
      ? plainPath(path)
      : `${plainPath(path)}  ${oneLine(title)}`
}

/** Ends a command line that was not understood, or that only asked for help or the version. */
export function endParsing(
  { code, exitCode, message }: CommanderError,
  argv: readonly string[],
  streams: Streams,
  terminal: Terminal,
): number {
  if (exitCode === 0) return exitCodes.ok
  const isJson = isJsonAsked(argv)
  // A group without its command has printed its help.
  if (code === 'commander.help' && !isJson) return exitCodes.usage
  const sentence =
    isJson && isNoCommand.test(message) ? noCommand(argv) : message.replace(/^error: /, '').trim()
  const [first = sentence, ...similar] = sentence.split('\n')
  const other = elsewhere.get(/^unknown command '([^']+)'$/.exec(first)?.[1] ?? '')
  const suggestion = other === undefined ? similar : [`Here it is ${other}.`]
  const hint = 'flint help lists the commands; flint COMMAND --help shows what one takes.'
  tell(
    { isJson, streams, terminal },
    { error: { code: 'INVALID_ARGUMENT', message: [first, ...suggestion].join(' '), hint } },
    [`${terminal.paintMessage('red', 'error:')} ${first}`, ...suggestion, hint].join('\n'),
  )
  return exitCodes.usage
}

/** All commands take --json: what does not is a group, flint itself or its help. */
const isNoCommand = /^error: unknown option '--json'|^\(outputHelp\)/

function noCommand(argv: readonly string[]): string {
  const words = argv.filter((word) => !word.startsWith('-'))
  return words[0] === 'help' ? 'Help is text, not JSON.' : `${['flint', ...words].join(' ')} takes a command.`
}

/** What people type who come from other programs, and what does it here. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ...['rm', 'trash'].map((word): [string, string] => [word, 'flint archive NOTE or flint delete note NOTE']),
  ...['add', 'touch'].map((word): [string, string] => [
    word,
    'flint new TITLE, or flint capture TEXT for the inbox',
  ]),
  ['write', 'flint append NOTE TEXT, or flint edit NOTE'],
  ['import', 'flint ingest FILE'],
  ['revert', 'flint undo ID'],
  ['diff', 'flint history NOTE, then flint undo ID --dry-run'],
  ['server', 'flint serve'],
])

function tell({ isJson, streams, terminal }: Failing, content: object, text: string): void {
  if (isJson) streams.stdout.write(`${jsonText(content, terminal.isWatched)}\n`)
  else streams.stderr.write(`${text}\n`)
}

/** Whether JSON is wanted, before the options are parsed. */
export function isJsonAsked(argv: readonly string[]): boolean {
  return argv.includes('--json')
}
