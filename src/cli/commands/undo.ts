import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { undoChange } from '../../tools/admin/undo-change.ts'
import { listChanges } from '../../tools/admin/list-changes.ts'
import type { InputOf, OutputOf } from '../../call/tool.ts'
import { undoChanges } from '../../page/calls/undo-changes.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodeFor } from '../exit-codes.ts'
import { fromLocal } from '../local-time.ts'
import { oneLine, withoutControls } from '../plain-text.ts'

const input = z.object({
  id: z.array(z.string()).default([]),
  last: z.boolean().default(false),
  since: z.string().optional(),
  by: z.string().optional(),
  dryRun: z.boolean().default(false),
})

/** `flint undo`: the changes that are named, the last one, or all since a time, newest first; of everybody or of one actor. */
export async function undo(given: unknown, cli: Cli): Promise<Outcome> {
  const { id: ids, last, since, by, dryRun } = input.parse(given)
  const [id] = ids
  if ([id !== undefined, last, since !== undefined].filter(Boolean).length !== 1) {
    throw new VaultError('INVALID_ARGUMENT', 'Say what to undo: a change, --last or --since.', {
      hint: 'flint history shows the changes with their ids.',
    })
  }
  if (id !== undefined && by !== undefined)
    throw new VaultError('INVALID_ARGUMENT', '--by goes with --since or --last, not with a change.')
  if (since !== undefined)
    return await undoSeveral({ since: fromLocal(since), ...(by !== undefined && { actor: by }) }, dryRun, cli)
  if (ids.length > 1) return await undoSeveral({ change_ids: ids }, dryRun, cli)
  const change = id ?? (await lastChange(by, cli))
  if (change === null) {
    if (!cli.isJson) cli.say(nothingToUndo)
    return { data: {}, text: '' }
  }
  const data = await cli.call(undoChange, { change_id: change, dry_run: dryRun })
  return { data, text: describe(data, dryRun, cli) }
}

const nothingToUndo = 'There is nothing to undo.'

/** One that cannot be undone does not stop the others: each is complete in itself. */
async function undoSeveral(chosen: InputOf<typeof undoChanges>, dryRun: boolean, cli: Cli): Promise<Outcome> {
  const { changes, damage = [] } = await cli.call(undoChanges, { ...chosen, dry_run: dryRun })
  const refused = changes.filter(({ outcome }) => outcome === 'refused')
  if (!cli.isJson) {
    for (const message of damage) cli.say(message)
    if (changes.length === 0) cli.say(nothingToUndo)
    for (const { change_id: id, reason } of refused) cli.say(oneLine(reason ?? `Change ${id} is not undone.`))
  }
  const undone = changes.filter(({ outcome }) => outcome === 'undone' || outcome === 'would be undone')
  return {
    data: { undone, ...(refused.length > 0 && { refused }) },
    text: undone.map((one) => describeOne(one, dryRun, cli)).join('\n'),
    ...(refused.length > 0 && { exitCode: exitCodeFor('CONFLICT') }),
  }
}

/** The newest change that is neither undone nor an undo; null where there is none. */
async function lastChange(actor: string | undefined, cli: Cli): Promise<string | null> {
  let cursor: string | undefined
  do {
    const page = await cli.call(listChanges, {
      ...(actor !== undefined && { actor }),
      ...(cursor !== undefined && { cursor }),
    })
    const found = page.changes.find(
      ({ undoable, state, undoes }) => undoable && state === 'done' && undoes === undefined,
    )
    if (found !== undefined) return found.change_id
    cursor = page.next_cursor
    if (cursor === undefined && !cli.isJson) for (const { message } of page.damage ?? []) cli.say(message)
  } while (cursor !== undefined)
  return null
}

function describe(
  {
    undone_change_id: id,
    undone_tool: tool,
    files,
    file_count: count,
    warnings = [],
  }: OutputOf<typeof undoChange>,
  isPlan: boolean,
  cli: Cli,
): string {
  const lines = files.flatMap(({ path, new_path: to, diff }) => [
    `  ${oneLine(to === undefined ? path : `${path} → ${to}`)}`,
    ...(isPlan && diff !== '' ? [withoutControls(diff)] : []),
  ])
  return [headOf({ id, tool, count }, isPlan, cli), ...lines, ...warnings.map(oneLine)].join('\n')
}

function describeOne(
  {
    change_id: id,
    tool,
    paths,
    file_count: count,
    diff = '',
    reason,
  }: OutputOf<typeof undoChanges>['changes'][number],
  isPlan: boolean,
  cli: Cli,
): string {
  const lines = [
    ...paths.map((path) => `  ${oneLine(path)}`),
    ...(isPlan && diff !== '' ? [withoutControls(diff)] : []),
  ]
  return [
    headOf({ id, tool, count }, isPlan, cli),
    ...lines,
    ...(reason === undefined ? [] : [oneLine(reason)]),
  ].join('\n')
}

interface Head {
  readonly id: string
  readonly tool: string
  readonly count: number
}

function headOf({ id, tool, count }: Head, isPlan: boolean, { terminal: { paint } }: Cli): string {
  return `Change ${paint('bold', id)} (${tool}) ${isPlan ? 'would be' : 'is'} undone: ${count} ${count === 1 ? 'file' : 'files'}.`
}
