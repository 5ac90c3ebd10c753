import { askToGoOn } from '../agree-to.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { completionScript } from '../completions/completion-script.ts'
import { carryOut, describeStep, planScript, shellOf } from '../completions/install-script.ts'
import type { Shell } from '../completions/shell-words.ts'
import { VaultError } from '../../model/vault-error.ts'

/** `flint completions SHELL`, `flint completions install [SHELL]`, `flint completions remove [SHELL]` */
export async function completions({ what, shell, yes }: Given<'completions'>, cli: Cli): Promise<Outcome> {
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
    if (!cli.canAsk) {
      const message = `Nothing was written. This is what would change:\n${shown}`
      throw new VaultError('CONFIRMATION_REQUIRED', message, { hint: 'Run the command again with --yes.' })
    }
    cli.say(shown)
    const refused = await askToGoOn('Go on?', cli, 'Nothing was written.')
    if (refused !== null) return refused
  }
  for (const step of steps) await carryOut(step)
  const next = isRemoved ? 'flint is not completed any more' : 'flint is completed'
  return { data: { ...data, written: true }, text: `${yes ? `${shown}\n` : ''}In a new ${shell} ${next}.` }
}
