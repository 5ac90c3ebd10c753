import type { Ask } from '../call/question.ts'
import type { Streams } from './terminal.ts'

interface Asking {
  readonly streams: Streams
  readonly signal: AbortSignal
}

/** Asks the person at the terminal. `interrupted` is Ctrl-C. */
export async function askYesNo(
  message: string,
  { streams, signal }: Asking,
): Promise<'yes' | 'no' | 'interrupted'> {
  const { confirm } = await import('@clack/prompts')
  const { stdin: input, stderr: output } = streams
  const answer = await confirm({ message, initialValue: false, input, output, signal })
  if (typeof answer !== 'boolean') return 'interrupted'
  return answer ? 'yes' : 'no'
}

/** Puts a tool's question to the person at the terminal. A command runs once, so there is no "from now on". */
export function askAtTerminal(asking: Asking): Ask {
  return async ({ text }) => {
    asking.streams.stderr.write(`${text}\n`)
    return outcomes[await askYesNo('Go on?', asking)]
  }
}

const outcomes = { yes: 'once', no: 'denied', interrupted: 'cancelled' } as const
