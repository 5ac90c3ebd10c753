import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { deleteNote } from '../../tools/notes/delete-note.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { kilnDialect, path, success } from './kiln-dialect.ts'

export const kilnDeleteNote = defineDialectTool(kilnDialect, {
  name: 'delete_note',
  title: 'Delete a note',
  description:
    'Move a note to the trash, from where it can be brought back. Returns how many backlinks lead nowhere now.',
  like: deleteNote,
  input: z.strictObject({ path, confirm: z.boolean().optional().describe('True once the user agreed.') }),
  output: z.object({
    success,
    path: z.string(),
    status: z.string(),
    backlink_count: z.number().nullable(),
    warning: z.string().optional(),
  }),
  async run({ path: named }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const args = { identifier: id, mode: 'trash' } as const
    const { backlink_count: count } = await callOurs(deleteNote, args, { vault, ctx })
    return {
      success: true,
      path: id,
      status: 'deleted',
      backlink_count: count,
      ...(count !== 0 && { warning: warningOf(count) }),
    }
  },
  async preview({ path: named }, vault, ctx) {
    const args = { identifier: await requireNoteAt(vault, named), mode: 'trash', dry_run: true } as const
    return await callOurs(deleteNote, args, { vault, ctx })
  },
})

function warningOf(count: number | null): string {
  if (count === null) return 'How many links lead nowhere now is not known: not every note is indexed.'
  return `${count} ${count === 1 ? 'link leads' : 'links lead'} nowhere now.`
}
