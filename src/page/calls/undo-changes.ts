import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import type { ListedChange, UndoneChange } from '../../changes/change-log.ts'
import { readingsOfSpan } from '../../model/add-span.ts'
import { VaultError } from '../../model/vault-error.ts'
import { warningsOf } from '../../tools/admin/undo-change.ts'
import { toNoteFilter } from '../../tools/note-filter-input.ts'
import type { VaultContext } from '../../vault/vault-context.ts'

/** Why a file is not as the change left it: what undoing would do to it, and what the change wrote. */
export const undoConflict = z.looseObject({
  path: z.string(),
  message: z.string(),
  diff: z.string().optional(),
  written: z.string().optional(),
})

const change = z.object({
  change_id: z.string(),
  outcome: z.enum(['undone', 'would be undone', 'refused', 'left']),
  tool: z.string(),
  time: z.string(),
  actor: z.string().nullable(),
  paths: z.array(z.string()),
  file_count: z.number(),
  reason: z.string().optional(),
  diff: z.string().optional(),
  undo_id: z.string().optional(),
  later_changes: z.array(z.string()).optional(),
  conflicts: z.array(undoConflict).optional(),
  conflict_count: z.number().optional(),
})

/** Of all diffs together. */
const mostDiffChars = 1_000_000

export const undoChanges = defineVaultTool({
  name: 'undo_changes',
  title: 'Undo changes',
  toolset: 'person',
  description:
    'Take back several changes, newest first: those named, or all of an actor or since a moment. Each is undone whole or left; one that is refused does not stop the others.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  timeLimit: 600_000,
  maxBytes: 20_000_000,
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  input: z.object({
    change_ids: z.array(z.string().min(1).max(50)).max(100_000).optional().describe('These changes.'),
    actor: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('All by this client or token, or cli, person, flint.'),
    since: z.string().max(40).optional().describe('All from then on: 2026-01-31, 7d, 10min.'),
    except: z.array(z.string().min(1).max(50)).max(10_000).optional().describe('But not these.'),
  }),
  output: z.object({
    changes: z.array(change),
    undone: z.number(),
    refused: z.number(),
    damage: z.array(z.string()).optional(),
  }),
  async handler({ change_ids: ids, actor, since, except = [], dry_run: dryRun }, vault, ctx) {
    const named = await chooseChanges({ ids, actor, since }, vault, ctx)
    const byId = new Map(named.map((one) => [one.id, one]))
    const isKept = new Set(except)
    const chosen = named.filter((one) => whyLeft(one, isKept) === null).map(({ id }) => id)
    const outcomes = new Map<string, Outcome>()
    let room = mostDiffChars
    for await (const one of vault.changes.undoAll(chosen, { tool: 'undo_changes', dryRun })) {
      const outcome = outcomeOf(one, dryRun, room)
      room -= outcome.diff?.length ?? 0
      const change = one.refused === null ? byId.get(one.id) : undefined
      const warnings = change === undefined ? [] : await warningsOf(vault, change, one.reports)
      outcomes.set(one.id, { ...outcome, ...(warnings.length > 0 && { reason: warnings.join(' ') }) })
      ctx.progress?.(outcomes.size, chosen.length)
      if (ctx.signal.aborted) break
    }
    const changes = named.map((one): Row => ({
      ...describe(one),
      ...(outcomes.get(one.id) ?? {
        outcome: 'left',
        reason: whyLeft(one, isKept) ?? 'The call was ended before.',
      }),
    }))
    const count = (...wanted: readonly string[]) =>
      changes.filter(({ outcome }) => wanted.includes(outcome)).length
    const damage = vault.changes.damages().map(({ message }) => message)
    return {
      changes,
      undone: count('undone', 'would be undone'),
      refused: count('refused'),
      ...(damage.length > 0 && { damage }),
    }
  },
})

type Row = z.output<typeof change>
type Outcome = Pick<Row, 'outcome' | 'reason' | 'diff' | 'undo_id'> & z.output<typeof conflictFacts>

interface Chosen {
  readonly ids: readonly string[] | undefined
  readonly actor: string | undefined
  readonly since: string | undefined
}

/** The changes that the caller speaks of, newest first. */
async function chooseChanges(
  { ids, actor, since }: Chosen,
  { changes }: VaultContext,
  ctx: Pick<ToolContext, 'now'>,
): Promise<readonly ListedChange[]> {
  const isByRule = actor !== undefined || since !== undefined
  if ((ids !== undefined) === isByRule) {
    throw new VaultError('INVALID_ARGUMENT', 'Say which changes: either change_ids, or actor and since.', {
      hint: 'since takes a date, or 7d; actor the name that a change bears.',
    })
  }
  if (ids === undefined) {
    const readings = readingsOfSpan(since?.trim() ?? '')
    if (readings !== null) {
      const [minutes, months] = readings
      throw new VaultError(
        'INVALID_ARGUMENT',
        `"${since ?? ''}" may mean minutes or months. Nothing was changed.`,
        {
          hint: `Say ${minutes} or ${months}.`,
        },
      )
    }
    const from = toNoteFilter({ since }, ctx.now()).since?.replace(' ', 'T') ?? null
    return await changes.open({ since: from, actor })
  }
  const found: ListedChange[] = []
  for (const id of new Set(ids)) found.push(await changes.find(id))
  return found.sort((a, b) => Number(b.id) - Number(a.id))
}

/** Why a change is not undone though it was spoken of; null where it is. */
function whyLeft({ id, undoes, undoneBy }: ListedChange, isKept: ReadonlySet<string>): string | null {
  if (isKept.has(id)) return 'It was to be left as it is.'
  if (undoneBy !== null) return `It is undone already, by change ${undoneBy}.`
  return undoes === null ? null : `It is itself an undo, of change ${undoes}: it is taken back alone.`
}

function describe({ id, tool, time, actor, named, files }: ListedChange) {
  const paths = [
    ...new Set(named.flatMap(({ path, movedTo }) => (movedTo === null ? [path] : [path, movedTo]))),
  ]
  return { change_id: id, tool, time, actor, paths, file_count: files }
}

function outcomeOf({ refused, reports, undoId }: UndoneChange, isDryRun: boolean, room: number): Outcome {
  if (refused !== null)
    return { outcome: 'refused', reason: refused.message, ...conflictFacts.parse(refused.facts) }
  const diff = reports
    .map((report) => report.diff)
    .filter((text) => text !== '')
    .join('\n')
  return {
    outcome: isDryRun ? 'would be undone' : 'undone',
    ...(diff !== '' && diff.length <= room && { diff }),
    ...(undoId !== null && { undo_id: undoId }),
  }
}

const conflictFacts = change.pick({ later_changes: true, conflicts: true, conflict_count: true })
