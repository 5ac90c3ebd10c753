import { z } from 'zod'
import { CliError } from '../cli-error.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../plain-text.ts'

const input = z.object({
  path: z.string(),
  mode: z.string().optional(),
  reason: z.string().optional(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
  confirm: z.boolean().default(false),
})

const shape = z.object({
  id: z.string(),
  mode: z.string(),
  deleted: z.boolean(),
  new_path: z.string().optional(),
  backlink_count: z.number(),
  backlinks: z.array(z.object({ id: z.string(), line_number: z.number(), context: z.string() })),
})

type Deletion = z.output<typeof shape>

/** `flint delete note PATH`: asks where somebody can be asked and the vault wants it confirmed. */
export async function deleteNote(given: unknown, cli: Cli): Promise<Outcome> {
  const { path, mode, reason, dryRun, yes, confirm } = input.parse(given)
  const args = {
    identifier: path,
    ...(mode !== undefined && { mode }),
    ...(reason !== undefined && { reason }),
  }
  if (dryRun) {
    const data = await cli.call('delete_note', { ...args, dry_run: true })
    return { data, text: describe(shape.parse(data), true, cli) }
  }
  return await deleteConfirmed(args, yes || confirm, cli)
}

async function deleteConfirmed(args: object, isConfirmed: boolean, cli: Cli): Promise<Outcome> {
  try {
    const data = await cli.call('delete_note', { ...args, confirm: isConfirmed })
    return { data, text: describe(shape.parse(data), false, cli) }
  } catch (error) {
    const mustAsk = error instanceof CliError && error.content.error.code === 'CONFIRMATION_REQUIRED'
    if (isConfirmed || !mustAsk || cli.isJson || !cli.terminal.canAsk) throw error
    const plan = shape.parse(await cli.call('delete_note', { ...args, dry_run: true }))
    cli.say(describe(plan, true, cli))
    const answer = await ask(plan, cli)
    if (answer === 'yes') return await deleteConfirmed(args, true, cli)
    cli.say('Nothing was changed.')
    const exitCode = answer === 'no' ? exitCodes.conflict : exitCodes.interrupted
    return { data: { deleted: false }, text: '', exitCode }
  }
}

async function ask({ id, mode }: Deletion, { streams, signal }: Cli): Promise<'yes' | 'no' | 'interrupted'> {
  const { confirm } = await import('@clack/prompts')
  const answer = await confirm({
    message: mode === 'permanent' ? `Remove ${oneLine(id)} for good?` : `Move ${oneLine(id)} away?`,
    initialValue: false,
    input: streams.stdin,
    output: streams.stderr,
    signal,
  })
  if (typeof answer !== 'boolean') return 'interrupted'
  return answer ? 'yes' : 'no'
}

function describe(
  { id, mode, new_path: newPath, backlinks, backlink_count: count }: Deletion,
  isPlan: boolean,
  { terminal: { paint } }: Cli,
): string {
  const note = paint('bold', oneLine(id))
  const verb = isPlan ? 'would be' : 'was'
  const what =
    mode === 'permanent'
      ? `${note} ${verb} removed, after a backup.`
      : `${note} ${verb} moved to ${newPath ?? `the ${mode}`}.`
  const breaks = mode === 'archive' ? 'Linked from' : `${isPlan ? 'Would break' : 'Broke'} the links in`
  const lines = backlinks.map(({ id: from, line_number: line }) => `  ${oneLine(from)}:${line}`)
  return [what, ...(count === 0 ? [] : [`${breaks} ${count} places:`, ...lines])].join('\n')
}
