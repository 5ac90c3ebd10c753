import { z } from 'zod'
import { listNotes } from '../../tools/notes/list-notes.ts'
import { listedNote } from '../../tools/notes/note-output.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { flintNoteDialect as dialect, vaultId } from './flint-note-dialect.ts'

export const listNotesByType = defineDialectTool(dialect, {
  name: 'list_notes_by_type',
  title: 'List notes of a type',
  description: 'Notes of a type, newest first.',
  like: listNotes,
  rest: ['list_notes with type and cursor'],
  input: z.strictObject({
    type: z.string().min(1).max(300).describe('Note type.'),
    limit: z.number().int().min(1).max(1_000).default(50).describe('Most notes.'),
    ...vaultId,
  }),
  output: z.object({
    type: z.string(),
    notes: z.array(listedNote),
    total: z.number(),
    has_more: z.boolean(),
  }),
  async run({ type, limit }, vault, ctx) {
    const { notes, total } = await callOurs(listNotes, { type, limit }, { vault, ctx })
    return { type, notes, total, has_more: total > notes.length }
  },
})
