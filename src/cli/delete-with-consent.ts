import { askToGoOn } from './agree-to.ts'
import { CliError } from './cli-error.ts'
import type { Cli } from './cli.ts'
import type { Outcome } from './command.ts'

const unasked = { asks: false } as const

interface Consent {
  readonly confirm?: boolean
  readonly dry_run?: boolean
}

export interface Deletion<Plan> {
  /** Calls the tool, which asks no question itself. */
  readonly call: (consent: Consent, options: typeof unasked) => Promise<Plan>
  /** What would happen, or did. */
  readonly describe: (result: Plan, isPlan: boolean) => string
  readonly question: (plan: Plan) => string
}

/**
 * Calls a deleting tool: as a dry run, at once, or after a question where the vault wants one and a person can answer.
 */
export async function deleteWithConsent<Plan>(
  deletion: Deletion<Plan>,
  { dryRun, yes, confirm }: { readonly dryRun: boolean; readonly yes: boolean; readonly confirm: boolean },
  cli: Cli,
): Promise<Outcome> {
  const { describe, question } = deletion
  const call = async (more: Consent, isPlan: boolean) => {
    const data = await deletion.call(more, unasked)
    return { data, text: describe(data, isPlan) }
  }
  if (dryRun) return await call({ dry_run: true }, true)
  const isConfirmed = yes || confirm
  try {
    return await call({ confirm: isConfirmed }, false)
  } catch (error) {
    const mustAsk = error instanceof CliError && error.content.error.code === 'CONFIRMATION_REQUIRED'
    if (isConfirmed || !mustAsk || !cli.canAsk) throw error
  }
  const { data, text } = await call({ dry_run: true }, true)
  cli.say(text)
  return (await askToGoOn(question(data), cli)) ?? (await call({ confirm: true }, false))
}
