import type { Ask } from '../call/question.ts'
import { withOwnQuestion } from './agree-to.ts'
import type { Cli } from './cli.ts'
import type { Outcome } from './command.ts'

interface Consent {
  readonly confirm?: boolean
  readonly dry_run?: boolean
}

export interface Deletion<Plan> {
  readonly call: (consent: Consent, options: { readonly ask: Ask | null }) => Promise<Plan>
  /** What would happen, or did. */
  readonly describe: (result: Plan, isPlan: boolean) => string
  readonly question: (plan: Plan) => string
}

/**
 * Calls a deleting tool: as a dry run, at once, or after a question where the vault wants one and a person can answer.
 */
export async function deleteWithConsent<Plan>(
  { call, describe, question }: Deletion<Plan>,
  { dryRun, yes, confirm }: { readonly dryRun: boolean; readonly yes: boolean; readonly confirm: boolean },
  cli: Cli,
): Promise<Outcome> {
  const plan = async () => {
    const data = await call({ dry_run: true }, { ask: null })
    return { data, text: describe(data, true) }
  }
  if (dryRun) return await plan()
  const remove = async (ask: Ask | null) => {
    const data = await call({ confirm: ask === null }, { ask })
    return { data, text: describe(data, false) }
  }
  if (yes || confirm) return await remove(null)
  const show = async () => {
    const { data, text } = await plan()
    cli.say(text)
    return question(data)
  }
  return await withOwnQuestion({ show, call: remove }, cli)
}
