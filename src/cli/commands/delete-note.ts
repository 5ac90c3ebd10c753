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
  const isAsked = yes || confirm
  const data = dryRun
    ? await cli.call('delete_note', { ...args, dry_run: true })
    : await deleteConfirmed(args, isAsked, cli)
  return { data, text: describe(shape.parse(data), dryRun, cli) }
}

async function deleteConfirmed(
  args: object,
  isConfirmed: boolean,
  cli: Cli,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await cli.call('delete_note', { ...args, confirm: isConfirmed })
  } catch (error) {
    const mustAsk = error instanceof CliError && error.content.error.code === 'CONFIRMATION_REQUIRED'
    if (!mustAsk || cli.isJson || !cli.terminal.canAsk) throw error
    const plan = shape.parse(await cli.call('delete_note', { ...args, dry_run: true }))
    cli.say(describe(plan, true, cli))
    await ask(plan, cli)
    return await cli.call('delete_note', { ...args, confirm: true })
  }
}

/** Ends the command when the answer is no. */
async function ask({ id, mode }: Deletion, { streams, signal }: Cli): Promise<void> {
  const { confirm } = await import('@clack/prompts')
  const answer = await confirm({
    message: mode === 'permanent' ? `Remove ${oneLine(id)} for good?` : `Move ${oneLine(id)} away?`,
    initialValue: false,
    input: streams.stdin,
    output: streams.stderr,
    signal,
  })
  if (answer === true) return
  const code = answer === false ? exitCodes.conflict : exitCodes.interrupted
  throw new CliError({ error: { code: 'CONFIRMATION_REQUIRED', message: 'Nothing was changed.' } }, code)
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
