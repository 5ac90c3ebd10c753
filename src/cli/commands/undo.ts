import { z } from 'zod'
import { defined } from '../../model/defined.ts'
import { VaultError } from '../../model/vault-error.ts'
import { undoChange } from '../../tools/admin/undo-change.ts'
import { listChanges } from '../../tools/admin/list-changes.ts'
import type { InputOf, OutputOf } from '../../call/tool.ts'
import { undoChanges, undoConflict } from '../../page/calls/undo-changes.ts'
import { CliError } from '../cli-error.ts'
import { askToGoOn } from '../agree-to.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodeFor, exitCodes } from '../exit-codes.ts'
import { fromLocal, timeShown } from '../local-time.ts'
import { refuseTogether } from '../refuse-together.ts'
import { countOf, oneLine, plainPath, withoutControls } from '../plain-text.ts'

/** `flint undo`: the changes that are named, the last one, or all since a time, newest first; of everybody or of one actor. */
export async function undo(given: Given<'undo'>, cli: Cli): Promise<Outcome> {
  const { id: ids, last, since, by, dryRun, yes } = given
  const [id] = ids
  refuseTogether({ 'A change': id !== undefined, '--last': last, '--since': since !== undefined })
  if (id === undefined && !last && since === undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'Say what to undo: a change, --last or --since.', {
      hint: 'flint history shows the changes with their ids.',
    })
  }
  if (id !== undefined && by !== undefined)
    throw new VaultError('INVALID_ARGUMENT', '--by goes with --since or --last, not with a change.')
  if (since !== undefined) {
    const chosen = defined({ since: fromLocal(since), actor: by })
    if (dryRun || yes || !cli.canAsk) return await undoSeveral(chosen, dryRun, cli)
    return await undoWhatIsMeant(chosen, cli)
  }
  if (ids.length > 1) return await undoSeveral({ change_ids: ids }, dryRun, cli)
  const change = id ?? (await lastChange(by, cli))
  if (change === null) {
    cli.tell(nothingToUndo)
    return { data: {}, text: '', exitCode: exitCodes.notFound }
  }
  try {
    const data = await cli.call(undoChange, { change_id: change, dry_run: dryRun })
    return { data, text: describe(data, dryRun, cli) }
  } catch (error) {
    throw cli.isJson ? error : withDiffs(error)
  }
}

/** A refusal that shows what has moved on: its hint names fields of the tool's answer, which a text has not. */
function withDiffs(error: unknown): unknown {
  if (!(error instanceof CliError)) return error
  const { conflicts, later_changes: later } = error.content.error
  const { data } = z.array(undoConflict).min(1).safeParse(conflicts)
  if (data === undefined || later !== undefined) return error
  const shown = data.flatMap(({ message, diff, written }) => [
    oneLine(message),
    ...(diff === undefined ? [] : ['Undoing would do this to it as it is now:', diff.trimEnd()]),
    ...(written === undefined ? [] : ['The change wrote:', written.trimEnd()]),
  ])
  const hint = [...shown, `Edit ${data.length === 1 ? 'it' : 'them'} by hand.`].join('\n')
  return new CliError({ error: { ...error.content.error, hint } }, error.exitCode)
}

const nothingToUndo = 'There is nothing to undo.'

/** Several changes that are named by a time only are counted first, and undone once the person has agreed. */
async function undoWhatIsMeant(chosen: InputOf<typeof undoChanges>, cli: Cli): Promise<Outcome> {
  const { changes } = await cli.call(undoChanges, { ...chosen, dry_run: true })
  const [oldest, ...newer] = changes.filter(({ outcome }) => outcome === 'would be undone').reverse()
  if (oldest === undefined || newer.length === 0) return await undoSeveral(chosen, false, cli)
  const count = newer.length + 1
  const question = `Undo ${count} changes, the oldest of ${timeShown(oldest.time)}?`
  const refused = await askToGoOn(question, cli)
  // What has come since the question was not asked about.
  return refused ?? (await undoSeveral({ change_ids: changes.map(({ change_id: id }) => id) }, false, cli))
}

/** One that cannot be undone does not stop the others: each is complete in itself. */
async function undoSeveral(chosen: InputOf<typeof undoChanges>, dryRun: boolean, cli: Cli): Promise<Outcome> {
  const { changes, damage = [] } = await cli.call(undoChanges, { ...chosen, dry_run: dryRun })
  const refused = changes.filter(({ outcome }) => outcome === 'refused')
  for (const message of damage) cli.tell(message)
  if (changes.length === 0) {
    cli.tell(nothingToUndo)
    return { data: { undone: [] }, text: '', exitCode: exitCodes.notFound }
  }
  const undone = changes.filter(({ outcome }) => outcome === 'undone' || outcome === 'would be undone')
  const isPart = undone.length > 0 && !dryRun
  for (const line of reasonsOf(refused)) cli.tell(line)
  if (refused.length > 0) {
    const would = dryRun ? 'would be undone' : 'undone'
    const told = `${countOf(undone.length, 'change')} ${would}, ${refused.length} not.`
    cli.tell(undone.length === 0 ? 'Nothing was changed.' : told)
  }
  return {
    data: { undone, ...(refused.length > 0 && { refused }) },
    text: undone.map((one) => describeOne(one, dryRun, cli)).join('\n'),
    ...(refused.length > 0 && { exitCode: isPart ? exitCodes.failure : exitCodeFor('CONFLICT') }),
  }
}

/** Why changes are not undone: those whose files have moved on since together, each other one in the words of its refusal. */
function reasonsOf(refused: readonly Undone[]): readonly string[] {
  const overtaken = Map.groupBy(refused, ({ conflict_count: count }) => count)
  return [...overtaken].flatMap(([count, changes]) => {
    if (count === undefined) return changes.map(({ reason = '' }) => oneLine(reason))
    const named = `Change${changes.length === 1 ? '' : 's'} ${changes.map(({ change_id: id }) => id).join(', ')}`
    return [
      `${named} cannot be undone: ${count === 1 ? 'a file has' : `${count} files have`} moved on since.`,
    ]
  })
}

/** The newest change that is neither undone nor an undo; null where there is none. */
async function lastChange(actor: string | undefined, cli: Cli): Promise<string | null> {
  let cursor: string | undefined
  do {
    const page = await cli.call(listChanges, defined({ actor, cursor }))
    const found = page.changes.find(
      ({ undoable, state, undoes }) => undoable && state === 'done' && undoes === undefined,
    )
    if (found !== undefined) return found.change_id
    cursor = page.next_cursor
    if (cursor === undefined) for (const { message } of page.damage ?? []) cli.tell(message)
  } while (cursor !== undefined)
  return null
}

function describe(undone: OutputOf<typeof undoChange>, isPlan: boolean, cli: Cli): string {
  const { undone_change_id: change_id, undone_tool: tool, files, file_count, warnings = [] } = undone
  const lines = files.flatMap(({ path, new_path: to, diff }) => [
    `  ${plainPath(to === undefined ? path : `${path} → ${to}`)}`,
    ...planned(isPlan, diff),
  ])
  const head = headOf({ change_id, tool, file_count }, isPlan, cli)
  return [head, ...lines, ...warnings.map(oneLine)].join('\n')
}

type Undone = OutputOf<typeof undoChanges>['changes'][number]

function describeOne(undone: Undone, isPlan: boolean, cli: Cli): string {
  const { paths, diff, reason } = undone
  const lines = [...paths.map((path) => `  ${plainPath(path)}`), ...planned(isPlan, diff)]
  const why = reason === undefined ? [] : [oneLine(reason)]
  return [headOf(undone, isPlan, cli), ...lines, ...why].join('\n')
}

function planned(isPlan: boolean, diff = ''): readonly string[] {
  return isPlan && diff !== '' ? [withoutControls(diff)] : []
}

function headOf(
  { change_id: id, tool, file_count: count }: Pick<Undone, 'change_id' | 'tool' | 'file_count'>,
  isPlan: boolean,
  { terminal: { paint } }: Cli,
): string {
  return `Change ${paint('bold', id)} (${tool}) ${isPlan ? 'would be' : 'is'} undone: ${countOf(count, 'file')}.`
}
