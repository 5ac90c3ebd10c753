import { styleText } from 'node:util'

/** What the two output streams are, and how text is coloured on them. */
export interface Terminal {
  /** Whether a person can be asked: input and messages are a terminal. */
  readonly canAsk: boolean
  /** Standard output is looked at, not piped on. */
  readonly isWatched: boolean
  readonly width: number
  /** For text on standard output. */
  readonly paint: Paint
  /** For messages on standard error. */
  readonly paintMessage: Paint
}

export type Paint = (style: Style, text: string) => string

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export interface Streams {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

export function describeTerminal(
  { stdin, stdout, stderr }: Streams,
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  return {
    // A stream that is no terminal has no `isTTY` at all.
    canAsk: isTerminal(stdin) && isTerminal(stderr),
    isWatched: isTerminal(stdout),
    width: isTerminal(stdout) && stdout.columns > 0 ? stdout.columns : 100,
    paint: isTerminal(stdout) && !isPlain ? coloured : asIs,
    paintMessage: isTerminal(stderr) && !isPlain ? coloured : asIs,
  }
}

function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true
}

/** Which stream the text is for is known here, and not to `styleText`, which looks at standard output. */
function coloured(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false })
}

function asIs(_style: Style, text: string): string {
  return text
}
