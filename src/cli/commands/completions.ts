import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { completionScript } from '../completions/completion-script.ts'

const input = z.object({ shell: z.enum(['bash', 'zsh', 'fish']) })

/** `flint completions SHELL` */
export async function completions(given: unknown, cli: Cli): Promise<Outcome> {
  const { shell } = input.parse(given)
  const script = completionScript(shell, cli.commands)
  return { data: { shell, script }, text: script }
}
