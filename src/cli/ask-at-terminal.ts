import type { Ask } from '../call/question.ts'
import type { Streams } from './terminal.ts'

/** Puts a tool's question to the person at the terminal. A command runs once, so there is no "from now on". */
export function askAtTerminal(streams: Streams, signal: AbortSignal): Ask {
  return async ({ text }) => {
    const { confirm } = await import('@clack/prompts')
    const { stdin: input, stderr: output } = streams
    output.write(`${text}\n`)
    const answer = await confirm({ message: 'Go on?', initialValue: false, input, output, signal })
    if (typeof answer !== 'boolean') return 'cancelled'
    return answer ? 'once' : 'denied'
  }
}
