import type { Cli } from './cli.ts'

/** Asks the person at the terminal. `interrupted` is Ctrl-C. */
export async function askYesNo(
  message: string,
  { streams, signal }: Cli,
): Promise<'yes' | 'no' | 'interrupted'> {
  const { confirm } = await import('@clack/prompts')
  const { stdin: input, stderr: output } = streams
  const answer = await confirm({ message, initialValue: false, input, output, signal })
  if (typeof answer !== 'boolean') return 'interrupted'
  return answer ? 'yes' : 'no'
}
