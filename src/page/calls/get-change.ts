import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'

const mostFiles = 500

export const getChange = defineVaultTool({
  name: 'get_change',
  title: 'Show a change',
  toolset: 'person',
  description:
    'What one change did to each file, as diffs; who made it and when. is_cut says where a diff does not show all.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  errors: ['NOT_FOUND'],
  maxBytes: 20_000_000,
  input: z.object({ change_id: z.string().min(1).max(50).describe('From list_changes.') }),
  output: z.object({
    change_id: z.string(),
    time: z.string(),
    tool: z.string(),
    actor: z.string().nullable(),
    undone_by: z.string().optional(),
    undoes: z.string().optional(),
    files: z.array(
      z.object({
        kind: z.string(),
        path: z.string(),
        new_path: z.string().optional(),
        diff: z.string(),
        is_cut: z.boolean(),
      }),
    ),
    total: z.number(),
  }),
  async handler({ change_id }, vault) {
    const { change, files } = await vault.changes.show(change_id)
    const { id, time, tool, actor, undoes, undoneBy } = change
    return {
      ...{ change_id: id, time, tool, actor },
      ...(undoneBy !== null && { undone_by: undoneBy }),
      ...(undoes !== null && { undoes }),
      files: files.slice(0, mostFiles).map(({ kind, path, movedTo, diff, isCut }) => ({
        kind,
        path,
        ...(movedTo !== null && { new_path: movedTo }),
        diff,
        is_cut: isCut,
      })),
      total: files.length,
    }
  },
})
