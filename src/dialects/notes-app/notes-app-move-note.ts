import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { moveNote } from '../../tools/notes/move-note.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { path, vaultInput } from './notes-app-shapes.ts'

export const notesAppMoveNote = defineDialectTool(dialect, {
  name: 'move_note',
  title: 'Move a note',
  description:
    'Move or rename a note within its vault. Links to it are rewritten and keep heading and shown text. Returns links_rewritten.',
  like: moveNote,
  input: z.strictObject({
    from_path: path,
    to_path: z.string().min(1).max(1_000).describe('Its new path; the folder must be there.'),
    ...vaultInput,
  }),
  output: z.object({
    vault: z.string(),
    from: z.string(),
    to: z.string(),
    links_rewritten: z.array(z.object({ relative_path: z.string(), count: z.number() })),
  }),
  async run({ from_path: from, to_path: to }, vault, ctx) {
    const identifier = await requireNoteAt(vault, from)
    const moved = await callOurs(moveNote, { identifier, to }, { vault, ctx })
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      from: moved.old_path,
      to: moved.new_path,
      links_rewritten: moved.updated_references.map(({ id, links }) => ({ relative_path: id, count: links })),
    }
  },
  async preview({ from_path: from, to_path: to }, vault, ctx) {
    const args = { identifier: await requireNoteAt(vault, from), to, dry_run: true }
    return await callOurs(moveNote, args, { vault, ctx })
  },
})
