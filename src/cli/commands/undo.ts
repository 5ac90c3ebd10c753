import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { CliError } from '../cli-error.ts'
import { undoChange } from '../../tools/admin/undo-change.ts'
import { listChanges } from '../../tools/admin/list-changes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, withoutControls } from '../plain-text.ts'

const input = z.object({
  id: z.string().optional(),
  last: z.boolean().default(false),
  since: z.string().optional(),
  by: z.string().optional(),
  dryRun: z.boolean().default(false),
})

/** `flint undo`: one change, the last one, or all since a time, newest first; of everybody or of one actor. */
export async function undo(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, last, since, by, dryRun } = input.parse(given)
  if ([id !== undefined, last, since !== undefined].filter(Boolean).length !== 1) {
    throw new VaultError('INVALID_ARGUMENT', 'Say what to undo: a change, --last or --since.', {
      hint: 'flint history shows the changes with their ids.',
    })
  }
  if (id !== undefined && by !== undefined)
    throw new VaultError('INVALID_ARGUMENT', '--by goes with --since or --last, not with a change.')
  const { ids, damage } =
    id !== undefined ? { ids: [id], damage: [] } : await openChanges({ since, actor: by }, cli)
  const chosen = last ? ids.slice(0, 1) : ids
  if (!cli.isJson) {
    for (const message of damage) cli.say(message)
    if (chosen.length === 0) cli.say('There is nothing to undo.')
  }
  const undone: unknown[] = []
  const texts: string[] = []
  for (const change of chosen) {
    // If one of several cannot be undone, the others stay undone: each is complete in itself.
    const data = await cli
      .call(undoChange, { change_id: change, dry_run: dryRun })
      .catch((error: unknown) => {
        if (undone.length > 0 && !cli.isJson && error instanceof CliError) cli.say(texts.join('\n'))
        throw error
      })
    undone.push(data)
    texts.push(describe(data, dryRun, cli))
    // The second change can be planned only after the first is undone.
    if (dryRun) break
  }
  if (dryRun && chosen.length > 1 && !cli.isJson)
    cli.say(
      `${chosen.length} changes would be undone, the newest first; this is the first: ${chosen.join(', ')}.`,
    )
  return { data: id !== undefined || last ? (undone[0] ?? {}) : { undone }, text: texts.join('\n') }
}

/** Changes that are neither undone nor undos, newest first. */
async function openChanges(
  { since, actor }: { readonly since: string | undefined; readonly actor: string | undefined },
  cli: Cli,
): Promise<{ readonly ids: readonly string[]; readonly damage: readonly string[] }> {
  const ids: string[] = []
  let damage: readonly string[] = []
  let cursor: string | undefined
  do {
    const page = await cli.call(listChanges, {
      limit: 200,
      ...(since !== undefined && { since }),
      ...(actor !== undefined && { actor }),
      ...(cursor !== undefined && { cursor }),
    })
    for (const { change_id: id, state, undoable, undoes } of page.changes)
      if (undoable && state === 'done' && undoes === undefined) ids.push(id)
    damage = (page.damage ?? []).map(({ message }) => message)
    // Without a time only the newest is needed.
    cursor = since === undefined && ids.length > 0 ? undefined : page.next_cursor
  } while (cursor !== undefined)
  return { ids, damage }
}

function describe(
  { undone_change_id: id, undone_tool: tool, files, file_count: count }: OutputOf<typeof undoChange>,
  isPlan: boolean,
  { terminal: { paint } }: Cli,
): string {
  const head = `Change ${paint('bold', id)} (${tool}) ${isPlan ? 'would be' : 'is'} undone: ${count} ${count === 1 ? 'file' : 'files'}.`
  const lines = files.flatMap(({ path, new_path: to, diff }) => [
    `  ${oneLine(to === undefined ? path : `${path} → ${to}`)}`,
    ...(isPlan && diff !== '' ? [withoutControls(diff)] : []),
  ])
  return [head, ...lines].join('\n')
}
