import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'

/** What the two output streams are, and how text is coloured on them. */
export interface Terminal {
  /** Whether a person can be asked: input and messages are a terminal. */
  readonly canAsk: boolean
  /** Standard output is a terminal, not a pipe. */
  readonly isWatched: boolean
  /** Columns of standard output; without bounds where it is no terminal. */
  readonly tableWidth: number
  readonly width: number
  /** Whether standard output shows links that can be clicked. */
  readonly hasLinks: boolean
  /** For text on standard output. */
  readonly paint: Paint
  /** For messages on standard error. */
  readonly paintMessage: Paint
}

export type Paint = (style: Style, text: string) => string

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export interface Streams {
  readonly stdin: Readable & PerhapsTerminal
  readonly stdout: Writable & PerhapsTerminal
  readonly stderr: Writable & PerhapsTerminal
}

/** Only a terminal has these members. */
interface PerhapsTerminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

export async function describeTerminal(
  streams: Streams,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Terminal> {
  const { stdout, stderr } = streams
  const isColoured = (stream: PerhapsTerminal) => wantsColours(stream, env)
  return {
    canAsk: isTerminal(stderr) && isTerminal(streams.stdin),
    isWatched: isTerminal(stdout),
    tableWidth: isTerminal(stdout) ? widthOf(stdout) : Infinity,
    width: widthOf(stdout),
    hasLinks: isTerminal(stdout) && isColoured(stdout) && (await showsLinks()),
    paint: isColoured(stdout) ? coloured : asIs,
    paintMessage: isColoured(stderr) ? coloured : asIs,
  }
}

/**
 * Gives a terminal that does not know its size, as one that another program made, the usual one: what is drawn on no columns
 * comes one letter a line.
 */
export function assumeSize({ stdout, stderr }: Streams): void {
  for (const stream of [stdout, stderr])
    if (isTerminal(stream) && stream.columns === 0) Object.assign(stream, { columns: 80, rows: 24 })
}

/** A server, whose output is no terminal, starts without that library. */
async function showsLinks(): Promise<boolean> {
  const { createSupportsHyperlinks } = await import('supports-hyperlinks')
  return createSupportsHyperlinks({ isTTY: true })
}

/** `FORCE_COLOR` decides where it is set, as in Node; then `NO_COLOR`, then whether a terminal is there that shows colours. */
function wantsColours(stream: PerhapsTerminal, env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb' && isTerminal(stream)
}

function widthOf({ isTTY = false, columns = 0 }: PerhapsTerminal): number {
  return isTTY && columns > 0 ? columns : 100
}

function isTerminal(stream: PerhapsTerminal): boolean {
  return stream.isTTY === true
}

/** We know which stream the text is for; `styleText` would look at standard output. */
function coloured(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false })
}

function asIs(_style: Style, text: string): string {
  return text
}
