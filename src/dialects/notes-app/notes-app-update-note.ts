import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { updateNote } from '../../tools/notes/update-note.ts'
import { defineWritingTool } from '../define-dialect-tool.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { content, fileFacts, noteMark, path, vaultInput } from './notes-app-shapes.ts'

export const notesAppUpdateNote = defineWritingTool(dialect, {
  name: 'update_note',
  title: 'Change a note',
  description:
    'replace overwrites the whole file, append adds to its end, prepend inserts below the frontmatter. With expected_content_hash a note that has changed since is a stale_content error.',
  like: updateNote,
  input: z.strictObject({
    relative_path: path,
    content: content.describe('Markdown to write.'),
    mode: z.enum(['replace', 'append', 'prepend']).describe('What it does to the note.'),
    expected_content_hash: z.string().max(100).optional().describe('The content_hash that read_note gave.'),
    ...vaultInput,
  }),
  output: z.object({
    ...noteMark,
    mode: z.string(),
    content_hash: z.string(),
    size_bytes: z.number(),
    modified_at: z.string(),
  }),
  async write(input, vault, dryRun) {
    const { relative_path: named, content: text, mode, expected_content_hash: contentHash } = input
    const id = await requireNoteAt(vault, named)
    const options = { tool: 'update_note', dryRun }
    if (mode !== 'replace') {
      return await vault.notes.update({ identifier: id, content: text, mode, contentHash }, options)
    }
    const whole = { ...options, contentHash, replacesAll: true }
    return await vault.writer.edit(id, whole, () => ({ text, hasOwnDate: true }))
  },
  async answer({ path: id }, { mode }, vault, ctx) {
    return { mode, ...(await fileFacts(vault, id, ctx)) }
  },
})
