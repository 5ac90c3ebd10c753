import { z } from 'zod'
import { linksLost } from '../../domain/links-lost.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { stakeShape } from '../deletion-output.ts'

const { backlinks, backlink_count, links_break } = stakeShape
/** Links that were written since and lead nowhere, or elsewhere, after the undo. */
const lostShape = { backlinks, backlink_count, links_break }

/** What was undone has come from others, who have it: the next sync would send them its absence. */
export const takesBack =
  'This change came from others: the next sync sends its undoing, which takes their work back for everybody.'

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
      ...(undone.tool === 'sync' && { warnings: [takesBack] }),
      backlinks: facts.examples.map((link) => ({ ...link })),
      backlink_count: facts.total,
      links_break: facts.total !== null && facts.total > 0,
    }
  },
})
