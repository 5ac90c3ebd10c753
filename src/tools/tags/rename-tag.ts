import { z } from 'zod'
import { renameTagEverywhere as rename } from '../../domain/rename-tag-everywhere.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toReferences, updatedReference } from '../move-output.ts'

export const renameTag = defineVaultTool({
  name: 'rename_tag',
  title: 'Rename a tag',
  toolset: 'tags',
  description:
    'Rename a tag in all notes, inline and in frontmatter, whatever its case, with the tags nested in it. A name that is in use merges the two. Returns ten of the changed notes, and counts.',
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
    updated_references: z.array(updatedReference.extend({ diff: z.string().optional() })).optional(),
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
    const diffs = new Map(dryRun ? reports.map(({ path, diff }) => [path, diff]) : [])
    const withDiff = <Note extends { readonly id: string }>(note: Note) => {
      const diff = diffs.get(note.id)
      return { ...note, ...(diff !== undefined && { diff }) }
    }
    return {
      from: facts.from,
      to: facts.to,
      merged: facts.isMerged,
      updated_notes: facts.notes.map(({ id, count }) => withDiff({ id, path: id, count })),
      ...(facts.updatedReferences.length > 0 && {
        updated_references: toReferences(facts.updatedReferences).map(withDiff),
      }),
      note_count: facts.notes.length,
      tag_count: facts.notes.reduce((sum, { count }) => sum + count, 0),
      ...(changeId !== null && { change_id: changeId }),
      ...(dryRun && { dry_run: true }),
    }
  },
})
