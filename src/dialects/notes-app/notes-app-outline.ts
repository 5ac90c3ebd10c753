import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { heading, noteMark, outlineOf, path, vaultInput } from './notes-app-shapes.ts'

export const notesAppOutline = defineDialectTool(dialect, {
  name: 'outline',
  title: 'Headings of a note',
  description: 'The headings of a note with their level, text and line.',
  like: getNoteInfo,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({ ...noteMark, headings: z.array(heading) }),
  async run({ relative_path: named }, vault, ctx) {
    const note = await vault.notes.read(await requireNoteAt(vault, named))
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      relative_path: note.file.path,
      headings: outlineOf(note),
    }
  },
})
