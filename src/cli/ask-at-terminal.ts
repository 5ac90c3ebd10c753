import type { Key } from 'node:readline'
import type { Ask } from '../call/question.ts'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import type { Streams } from './terminal.ts'

interface Asking {
  readonly streams: Streams
  readonly signal: AbortSignal
}

/** Asks the person at the terminal. `interrupted` is Ctrl-C; Ctrl-D answers nothing, which is no. */
export async function askYesNo(message: string, asking: Asking): Promise<'yes' | 'no' | 'interrupted'> {
  const { confirm } = await import('@clack/prompts')
  const answer = await untilEnd(asking, (how) => confirm({ message, initialValue: false, ...how }))
  if (answer === null) return 'no'
  if (typeof answer !== 'boolean') return 'interrupted'
  return answer ? 'yes' : 'no'
}

/** Has the person at the terminal type some words. Ctrl-C and Ctrl-D end the command. */
export async function askWords(message: string, asking: Asking): Promise<string> {
  const { text } = await import('@clack/prompts')
  const validate = (typed: string | undefined) =>
    (typed ?? '').trim() === '' ? 'Type something, or leave with Ctrl-C.' : undefined
  const answer = await untilEnd(asking, (how) => text({ message, validate, ...how }))
  if (typeof answer !== 'string') throw left()
  return answer.trim()
}

/** Has the person at the terminal choose, by typing a part of it or with the arrow keys. Ctrl-C and Ctrl-D end the command. */
export async function askWhich<Value>(
  message: string,
  choices: readonly { readonly label: string; readonly value: Value }[],
  asking: Asking,
): Promise<Value> {
  const { autocomplete } = await import('@clack/prompts')
  const options = choices.map(({ label }, value) => ({ label, value }))
  const answer = await untilEnd(asking, (how) => autocomplete({ message, options, maxItems: 10, ...how }))
  const chosen = typeof answer === 'number' ? choices[answer] : undefined
  if (chosen === undefined) throw left()
  return chosen.value
}

interface PromptOptions {
  readonly input: Streams['stdin']
  readonly output: Streams['stderr']
  readonly signal: AbortSignal
}

/** The answer; null after Ctrl-D or the end of the input, at which prompts stop listening and never answer. */
async function untilEnd<Answer>(
  { streams, signal }: Asking,
  ask: (how: PromptOptions) => Promise<Answer>,
): Promise<Answer | null> {
  const { stdin: input, stderr: output } = streams
  const ended = new AbortController()
  const end = () => {
    ended.abort()
  }
  const look = (_: unknown, { ctrl, name }: Key) => {
    if (ctrl === true && name === 'd') end()
  }
  const asked = ask({ input, output, signal: AbortSignal.any([signal, ended.signal]) })
  input.on('keypress', look).on('end', end)
  if (input.readableEnded) end()
  try {
    const answer = await asked
    return typeof answer === 'symbol' && ended.signal.aborted ? null : answer
  } finally {
    input.off('keypress', look).off('end', end)
  }
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
