import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { VaultError } from '../../model/vault-error.ts'
import { replacedText, requireNoteAt } from '../../domain/whole-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { updateNote } from '../../tools/notes/update-note.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { wouldChange } from '../would-change.ts'
import { frontmatter, kilnDialect, path, success } from './kiln-dialect.ts'

export const kilnUpdateNote = defineDialectTool(kilnDialect, {
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
  async run({ path: named, ...change }, vault) {
    const fields = (['content', 'frontmatter'] as const).filter((field) => change[field] !== undefined)
    if (fields.length === 0) {
      throw new VaultError('INVALID_ARGUMENT', 'Give content, frontmatter or both.', {
        hint: 'content replaces the body; frontmatter replaces all properties.',
      })
    }
    const { path: id } = await update(named, change, vault, false)
    return { success: true, path: id, status: 'updated', updated_fields: [...fields] }
  },
  preview: async ({ path: named, ...change }, vault) => wouldChange(await update(named, change, vault, true)),
})

async function update(
  named: string,
  change: Parameters<typeof replacedText>[1],
  vault: VaultContext,
  dryRun: boolean,
) {
  const id = await requireNoteAt(vault, named)
  return await vault.writer.edit(id, { tool: 'update_note', dryRun }, (note) => ({
    text: replacedText(note, change),
    hasOwnDate: change.frontmatter !== undefined,
  }))
}
