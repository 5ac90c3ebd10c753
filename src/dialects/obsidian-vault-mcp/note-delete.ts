import { z } from 'zod'
import { findNoteAt } from '../../domain/whole-note.ts'
import { deleteNote } from '../../tools/notes/delete-note.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect, path, repository } from './obsidian-dialect.ts'

export const noteDelete = defineDialectTool(dialect, {
  name: 'note_delete',
  title: 'Delete a note',
  description: 'Move a note to the trash, from where it can be brought back. Not there is deleted: false.',
  like: deleteNote,
  input: z.strictObject({
    ...repository,
    path,
    confirm: z.boolean().optional().describe('True once the user agreed; few vaults ask.'),
  }),
  output: z.object({ deleted: z.boolean() }),
  async run({ path: named }, vault, ctx) {
    const id = await findNoteAt(vault, named)
    if (id === null) return { deleted: false }
    const { deleted } = await callOurs(deleteNote, { identifier: id, mode: 'trash' }, { vault, ctx })
    return { deleted }
  },
  async preview({ path: named }, vault, ctx) {
    const id = await findNoteAt(vault, named)
    if (id === null) return `${named} is not there.`
    const args = { identifier: id, mode: 'trash', dry_run: true } as const
    return await callOurs(deleteNote, args, { vault, ctx })
  },
})
