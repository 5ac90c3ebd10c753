import { z } from 'zod'
import { askYesNo } from '../ask-at-terminal.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { completionScript } from '../completions/completion-script.ts'
import { carryOut, describeStep, planScript, shellOf } from '../completions/install-script.ts'
import type { Shell } from '../completions/shell-words.ts'
import { exitCodes } from '../exit-codes.ts'
import { VaultError } from '../../model/vault-error.ts'

const shells = z.enum(['bash', 'zsh', 'fish'])
const input = z.object({
  what: z.union([shells, z.enum(['install', 'remove'])]),
  shell: shells.optional(),
  yes: z.boolean().default(false),
})

/** `flint completions SHELL`, `flint completions install [SHELL]`, `flint completions remove [SHELL]` */
export async function completions(given: unknown, cli: Cli): Promise<Outcome> {
  const { what, shell, yes } = input.parse(given)
  if (what === 'install' || what === 'remove') {
    return await change({ shell: shell ?? shellOf(cli.env), isRemoved: what === 'remove', yes }, cli)
  }
  const script = completionScript(what)
  return { data: { shell: what, script }, text: script }
}

interface Change {
  readonly shell: Shell
  readonly isRemoved: boolean
  readonly yes: boolean
}

async function change({ shell, isRemoved, yes }: Change, cli: Cli): Promise<Outcome> {
  const steps = await planScript(shell, { env: cli.env, isRemoved })
  const data = { shell, files: steps.map(({ path }) => path) }
  if (steps.length === 0) {
    return {
      data: { ...data, written: false },
      text: `${shell} ${isRemoved ? 'has none of flint' : 'has them already'}.`,
    }
  }
  const shown = steps.map(describeStep).join('\n')
  if (!yes) {
    if (cli.isJson || !cli.terminal.canAsk) {
      throw new VaultError(
        'CONFIRMATION_REQUIRED',
        `Nothing was written. This is what would change:\n${shown}`,
        {
          hint: 'Run the command again with --yes.',
        },
      )
    }
    cli.say(shown)
    const answer = await askYesNo('Go on?', cli)
    if (answer !== 'yes') {
      cli.say('Nothing was written.')
      return {
        data: { ...data, written: false },
        text: '',
        exitCode: answer === 'no' ? exitCodes.conflict : exitCodes.interrupted,
      }
    }
  }
  for (const step of steps) await carryOut(step)
  const next = isRemoved ? 'flint is not completed any more' : 'flint is completed'
  return { data: { ...data, written: true }, text: `${yes ? `${shown}\n` : ''}In a new ${shell} ${next}.` }
}
