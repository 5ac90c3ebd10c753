import type { Ask } from '../call/question.ts'
import { VaultError } from '../model/vault-error.ts'
import { askYesNo } from './ask-at-terminal.ts'
import type { Cli } from './cli.ts'
import { exitCodes } from './exit-codes.ts'
import type { Outcome } from './command.ts'

/**
 * Shows what would be done, and comes back once the person at the terminal has agreed or `--yes` was given.
 * CONFIRMATION_REQUIRED where nobody can be asked or the answer is no: then nothing may be done.
 */
export async function agreeTo(
  cli: Cli,
  { text, question, yes }: { readonly text: string; readonly question: string; readonly yes: boolean },
): Promise<void> {
  if (yes) {
    cli.tell(text)
    return
  }
  if (cli.canAsk) {
    cli.say(text)
    if ((await askYesNo(question, cli)) === 'yes') return
    throw new VaultError('CONFIRMATION_REQUIRED', 'Nothing was changed.')
  }
  throw new VaultError('CONFIRMATION_REQUIRED', `Nothing was changed. This is what would be:\n${text}`, {
    hint: 'Run the command again with --yes.',
  })
}

/** Null once the person at the terminal has agreed, else how the command ends, which has done nothing. */
export async function askToGoOn(
  question: string,
  cli: Cli,
  nothing = 'Nothing was changed.',
): Promise<Outcome | null> {
  const answer = await askYesNo(question, cli)
  if (answer === 'yes') return null
  cli.say(nothing)
  return { data: {}, text: '', exitCode: answer === 'no' ? exitCodes.conflict : exitCodes.interrupted }
}

/**
 * Makes a call that asks with the command's own question, where the vault wants one: `show` puts what would happen on the
 * screen and says what to ask. As with every question, the call is refused where it would do something else by then.
 */
export async function withOwnQuestion(
  { show, call }: { readonly show: () => Promise<string>; readonly call: (ask: Ask) => Promise<Outcome> },
  cli: Cli,
): Promise<Outcome> {
  let asked: Promise<Outcome | null> = Promise.resolve(null)
  const ask: Ask = async () => {
    asked = show().then(async (question) => askToGoOn(question, cli))
    return await asked.then(
      (refused) => (refused === null ? 'once' : 'denied'),
      () => 'cancelled',
    )
  }
  try {
    return await call(ask)
  } catch (error) {
    const refused = await asked
    if (refused !== null) return refused
    throw error
  }
}
