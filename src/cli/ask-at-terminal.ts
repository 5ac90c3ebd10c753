import type { Ask } from '../call/question.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
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

/** Has the person at the terminal type some words. Ctrl-C ends the command. */
export async function askWords(message: string, { streams, signal }: Asking): Promise<string> {
  const { text } = await import('@clack/prompts')
  const { stdin: input, stderr: output } = streams
  const validate = (typed: string | undefined) =>
    (typed ?? '').trim() === '' ? 'Type something, or leave with Ctrl-C.' : undefined
  const answer = await text({ message, validate, input, output, signal })
  if (typeof answer !== 'string') throw left()
  return answer.trim()
}

/** Has the person at the terminal choose, by typing a part of it or with the arrow keys. Ctrl-C ends the command. */
export async function askWhich<Value>(
  message: string,
  choices: readonly { readonly label: string; readonly value: Value }[],
  { streams, signal }: Asking,
): Promise<Value> {
  const { autocomplete } = await import('@clack/prompts')
  const { stdin: input, stderr: output } = streams
  const options = choices.map(({ label }, value) => ({ label, value }))
  const answer = await autocomplete({ message, options, maxItems: 10, input, output, signal })
  const chosen = typeof answer === 'number' ? choices[answer] : undefined
  if (chosen === undefined) throw left()
  return chosen.value
}

function left(): CliError {
  const error = { code: 'INVALID_ARGUMENT', message: 'Nothing was chosen, and nothing was changed.' }
  return new CliError({ error }, exitCodes.interrupted)
}

/** Puts a tool's question to the person at the terminal. A command runs once, so there is no "from now on". */
export function askAtTerminal(asking: Asking): Ask {
  return async ({ text }) => {
    asking.streams.stderr.write(`${text}\n`)
    return outcomes[await askYesNo('Go on?', asking)]
  }
}

const outcomes = { yes: 'once', no: 'denied', interrupted: 'cancelled' } as const
