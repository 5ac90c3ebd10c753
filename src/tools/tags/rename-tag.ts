import { z } from 'zod'
import { renameTagEverywhere as rename } from '../../domain/rename-tag-everywhere.ts'
import { defineVaultTool } from '../../call/define-tool.ts'

export const renameTag = defineVaultTool({
  name: 'rename_tag',
  title: 'Rename a tag',
  toolset: 'tags',
  description:
    'Rename a tag in all notes, inline and in frontmatter, whatever its case, with the tags nested in it. A name that is in use merges the two. Returns the changed notes with counts.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  rest: ['get_tags with tag'],
  errors: ['CONFLICT', 'NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    from: z.string().min(1).max(200).describe('The tag as it is.'),
    to: z.string().min(1).max(200).describe('Its new name.'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    merged: z.boolean(),
    updated_notes: z.array(
      z.object({ id: z.string(), path: z.string(), count: z.number(), diff: z.string().optional() }),
    ),
    note_count: z.number(),
    tag_count: z.number(),
    change_id: z.string().optional(),
    dry_run: z.boolean().optional(),
  }),
  async handler({ from, to, dry_run: dryRun }, vault, { progress }) {
    const { facts, changeId, reports } = await rename(
      vault,
      { from, to },
      { tool: 'rename_tag', dryRun, progress },
    )
    const diffs = new Map(reports.map(({ path, diff }) => [path, diff]))
    return {
      from: facts.from,
      to: facts.to,
      merged: facts.isMerged,
      updated_notes: facts.notes.map(({ id, count }) => {
        const diff = dryRun ? diffs.get(id) : undefined
        return { id, path: id, count, ...(diff !== undefined && { diff }) }
      }),
      note_count: facts.notes.length,
      tag_count: facts.notes.reduce((sum, { count }) => sum + count, 0),
      ...(changeId !== null && { change_id: changeId }),
      ...(dryRun && { dry_run: true }),
    }
  },
})
