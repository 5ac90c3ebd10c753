import { z } from 'zod'
import type { RecordedChange } from '../../changes/recorded-change.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toNoteFilter } from '../note-filter-input.ts'

export const listChanges = defineVaultTool({
  name: 'list_changes',
  title: 'List changes',
  toolset: 'admin',
  description:
    'What flint has changed, newest first: change_id, time, tool, actor, files and what became of each; state where undone or interrupted. With identifier those of one note. undo_change takes one back.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'changes', limit: 20, max: 200, names: ['change_id'] },
  input: z.object({
    identifier: z.string().min(1).max(1_000).optional().describe('A former id too.'),
    since: z.string().max(40).optional().describe('From then on: 2026-01-31, 7d, today.'),
    actor: z.string().min(1).max(100).optional().describe('A client or token, cli, person, flint.'),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        change_id: z.string(),
        time: z.string(),
        tool: z.string(),
        actor: z.string(),
        state: z.enum(['done', 'undone', 'interrupted']),
        undoable: z.boolean(),
        undoes: z.string().optional(),
        undone_by: z.string().optional(),
        files: z.array(
          z.object({
            kind: z.string(),
            path: z.string(),
            new_path: z.string().optional(),
            what: z.string().optional(),
          }),
        ),
        file_count: z.number(),
      }),
    ),
    damage: z
      .array(
        z.object({
          time: z.string(),
          file: z.string().optional(),
          kept: z.number().optional(),
          lost: z.number().nullable().optional(),
          message: z.string(),
        }),
      )
      .optional()
      .describe('What was lost when the history was damaged.'),
  }),
  async handler({ identifier, since, actor, limit, offset }, vault, ctx) {
    const from = toNoteFilter({ since }, ctx.now()).since?.replace(' ', 'T') ?? null
    const { changes, total } = await vault.changes.list({ identifier, since: from, actor, limit, offset })
    const told: (readonly (string | null)[])[] = []
    for (const { id } of changes) told.push(await vault.changes.tell(id, mostTold))
    const damage = vault.changes.damages()
    return {
      changes: changes.map(({ id, time, tool, actor: by, state, undoes, undoneBy, named, files }, at) => ({
        change_id: id,
        time,
        tool,
        actor: by ?? 'unknown',
        state: shownState(state, undoneBy),
        undoable: undoneBy === null,
        ...(undoes !== null && { undoes }),
        ...(undoneBy !== null && { undone_by: undoneBy }),
        files: named.map(({ kind, path, movedTo }, place) => {
          const what = told[at]?.[place] ?? null
          return {
            kind,
            path,
            ...(movedTo !== null && { new_path: movedTo }),
            ...(what !== null && { what }),
          }
        }),
        file_count: files,
      })),
      total,
      ...(damage.length > 0 && { damage: damage.map((one) => ({ ...one })) }),
    }
  },
})

/** Of so many files of each change it is said what became of them. */
const mostTold = 10

function shownState(
  state: RecordedChange['state'],
  undoneBy: string | null,
): 'done' | 'undone' | 'interrupted' {
  if (state === 'kept') return 'interrupted'
  return undoneBy === null ? 'done' : 'undone'
}
