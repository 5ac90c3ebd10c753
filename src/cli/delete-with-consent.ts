import { z } from 'zod'
import { CliError } from './cli-error.ts'
import type { Cli } from './cli.ts'
import type { Outcome } from './command.ts'
import { exitCodes } from './exit-codes.ts'

/** The options that every deletion has. */
export const consentOptions = {
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
  confirm: z.boolean().default(false),
}

export interface Deletion<Plan> {
  readonly tool: string
  readonly args: object
  readonly shape: z.ZodType<Plan>
  /** What would happen, or did. */
  readonly describe: (result: Plan, isPlan: boolean) => string
  readonly question: (plan: Plan) => string
}

/** Calls a deleting tool: as a dry run, at once, or after asking where somebody can be asked and the vault wants it. */
export async function deleteWithConsent<Plan>(
  deletion: Deletion<Plan>,
  { dryRun, yes, confirm }: { readonly dryRun: boolean; readonly yes: boolean; readonly confirm: boolean },
  cli: Cli,
): Promise<Outcome> {
  const { tool, args, shape, describe, question } = deletion
  const call = async (more: object, isPlan: boolean) => {
    const data = await cli.call(tool, { ...args, ...more }, { asks: false })
    return { data, text: describe(shape.parse(data), isPlan) }
  }
  if (dryRun) return await call({ dry_run: true }, true)
  const isConfirmed = yes || confirm
  try {
    return await call({ confirm: isConfirmed }, false)
  } catch (error) {
    const mustAsk = error instanceof CliError && error.content.error.code === 'CONFIRMATION_REQUIRED'
    if (isConfirmed || !mustAsk || cli.isJson || !cli.terminal.canAsk) throw error
  }
  const { data, text } = await call({ dry_run: true }, true)
  cli.say(text)
  const answer = await ask(question(shape.parse(data)), cli)
  if (answer === 'yes') return await call({ confirm: true }, false)
  cli.say('Nothing was changed.')
  const exitCode = answer === 'no' ? exitCodes.conflict : exitCodes.interrupted
  return { data: { deleted: false }, text: '', exitCode }
}

async function ask(message: string, { streams, signal }: Cli): Promise<'yes' | 'no' | 'interrupted'> {
  const { confirm } = await import('@clack/prompts')
  const { stdin: input, stderr: output } = streams
  const answer = await confirm({ message, initialValue: false, input, output, signal })
  if (typeof answer !== 'boolean') return 'interrupted'
  return answer ? 'yes' : 'no'
}
