import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { VaultError } from '../../model/vault-error.ts'
import { replacedText, requireNoteAt } from '../../domain/whole-note.ts'
import { updateNote } from '../../tools/notes/update-note.ts'
import { defineWritingTool } from '../define-dialect-tool.ts'
import { frontmatter, kilnDialect, path, success } from './kiln-dialect.ts'

export const kilnUpdateNote = defineWritingTool(kilnDialect, {
  name: 'update_note',
  title: 'Change a note',
  description:
    'Replace a note’s content, its whole frontmatter, or both; what is not given stays as it is. Returns updated_fields.',
  like: updateNote,
  input: z.strictObject({
    path,
    content: z.string().max(mostNoteBytes).optional().describe('New content, below the frontmatter.'),
    frontmatter: frontmatter.optional().describe('All properties; those left out are removed.'),
  }),
  output: z.object({ success, path: z.string(), status: z.string(), updated_fields: z.array(z.string()) }),
  async write({ path: named, ...change }, vault, dryRun) {
    const fields = (['content', 'frontmatter'] as const).filter((field) => change[field] !== undefined)
    if (fields.length === 0) {
      throw new VaultError('INVALID_ARGUMENT', 'Give content, frontmatter or both.', {
        hint: 'content replaces the body; frontmatter replaces all properties.',
      })
    }
    const id = await requireNoteAt(vault, named)
    const written = await vault.writer.edit(id, { tool: 'update_note', dryRun }, (note) => ({
      text: replacedText(note, change),
      hasOwnDate: change.frontmatter !== undefined,
    }))
    return { ...written, fields }
  },
  answer: ({ path: id, fields }) => {
    return { success: true, path: id, status: 'updated', updated_fields: fields }
  },
})
