import { z } from 'zod'
import { listNotes } from '../../tools/notes/list-notes.ts'
import { defineEverywhereTool } from '../define-dialect-tool.ts'
import { listEveryNote } from '../list-all.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { anyVault } from './notes-app-shapes.ts'

export const notesAppListNotes = defineEverywhereTool(dialect, {
  name: 'list_notes',
  title: 'List notes',
  description: 'Notes as they are on disk now, of all vaults or one, all or those below a folder.',
  like: listNotes,
  list: 'notes',
  input: z.strictObject({
    under: z.string().max(1_000).optional().describe('Only in this folder and below.'),
    ...anyVault,
  }),
  output: z.object({
    notes: z.array(
      z.object({
        vault: z.string(),
        vault_id: z.string().optional(),
        relative_path: z.string(),
        filename: z.string(),
        modified_at: z.string(),
        size_bytes: z.number(),
      }),
    ),
  }),
  async run({ under }, vault, ctx) {
    const { items } = await listEveryNote({ directory: under }, { vault, ctx })
    const name = await nameIn(vault.id, ctx.vaults)
    return {
      notes: items.map((note) => ({
        vault: name,
        relative_path: note.path,
        filename: note.filename,
        modified_at: note.modified,
        size_bytes: note.size,
      })),
    }
  },
  merge: (parts) => ({ notes: parts.flatMap(({ notes }) => notes) }),
})
