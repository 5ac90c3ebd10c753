import { z } from 'zod'
import type { RecordedChange } from '../../changes/recorded-change.ts'
import type { ChangeReport } from '../../changes/change-plan.ts'
import { cameAlong } from '../../domain/came-along.ts'
import { linksLost } from '../../domain/links-lost.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { stakeShape } from '../deletion-output.ts'

const { backlinks, backlink_count, links_break } = stakeShape
/** Links that were written since and lead nowhere, or elsewhere, after the undo. */
const lostShape = { backlinks, backlink_count, links_break }

/** What was undone has come from others, who have it: the next sync would send them its absence. */
const takesBack =
  'This change came from others: the next sync sends its undoing, which takes their work back for everybody.'

/** What to know of the undoing of a sync; nothing of another change. */
export async function warningsOf(
  vault: VaultContext,
  undone: Pick<RecordedChange, 'tool' | 'time'>,
  reports: readonly Pick<ChangeReport, 'path'>[],
): Promise<readonly string[]> {
  if (undone.tool !== 'sync') return []
  const paths = reports.map(({ path }) => path)
  const others = await cameAlong(vault, { time: undone.time, paths })
  const more = others.length > mostNamed ? ` and ${others.length - mostNamed} more` : ''
  const stay = `Of what came with it these are no notes, and stay as they came: ${others.slice(0, mostNamed).join(', ')}${more}.`
  return [takesBack, ...(others.length > 0 ? [stay] : [])]
}

const mostNamed = 20

export const undoChange = defineVaultTool({
  name: 'undo_change',
  title: 'Undo a change',
  toolset: 'admin',
  description:
    'Take a change back: every file as it was, to the byte, or none: refused, with the diff, when a file has changed since.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  errors: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_PATH', 'OUTSIDE_VAULT'],
  input: z.object({
    change_id: z.string().min(1).max(50).describe('From a write or list_changes.'),
  }),
  output: z.object({
    change_id: z.string().optional(),
    undone_change_id: z.string(),
    undone_tool: z.string(),
    undone_time: z.string(),
    dry_run: z.boolean().optional(),
    files: z.array(
      z.object({
        kind: z.string(),
        path: z.string(),
        new_path: z.string().optional(),
        content_hash: z.string().nullable(),
        diff: z.string(),
        lines_changed: z.string().optional(),
      }),
    ),
    file_count: z.number(),
    warnings: z.array(z.string()).optional(),
    ...lostShape,
  }),
  async handler({ change_id: id, dry_run: dryRun }, vault) {
    const options = { tool: 'undo_change', dryRun }
    const { undone, facts, changeId, reports } = await vault.changes.undo(id, options, (changes) =>
      linksLost(vault, changes),
    )
    const warnings = await warningsOf(vault, undone, reports)
    return {
      ...(changeId !== null && { change_id: changeId }),
      undone_change_id: undone.id,
      undone_tool: undone.tool,
      undone_time: undone.time,
      ...(dryRun && { dry_run: true }),
      files: reports.map(({ lines, ...report }) => ({
        ...report,
        ...(lines !== null && { lines_changed: lines }),
      })),
      file_count: reports.length,
      ...(warnings.length > 0 && { warnings: [...warnings] }),
      backlinks: facts.examples.map((link) => ({ ...link })),
      backlink_count: facts.total,
      links_break: facts.total !== null && facts.total > 0,
    }
  },
})
