import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { VaultError } from '../../model/vault-error.ts'
import { createWholeNote, findNoteAt, requireNoteAt, wholeText } from '../../domain/whole-note.ts'
import { withLineEnds } from '../../markdown/text/with-line-ends.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { upsertNote } from '../../tools/notes/upsert-note.ts'
import { defineWritingTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect, path, repository } from './obsidian-dialect.ts'

export const noteUpsert = defineWritingTool(dialect, {
  name: 'note_upsert',
  title: 'Create a note or add to it',
  description:
    'Create a note from frontmatter and content, with its folders, or append a line break and the content to the one that is there; then frontmatter is ignored. Returns created.',
  like: upsertNote,
  input: z.strictObject({
    ...repository,
    path,
    content: z.string().max(mostNoteBytes).describe('Markdown to write.'),
    frontmatter: z.record(z.string(), z.unknown()).optional().describe('Frontmatter of a new note.'),
  }),
  output: z.object({ created: z.boolean() }),
  async write({ path: named, content, frontmatter = {} }, vault, dryRun) {
    const id = await findNoteAt(vault, named)
    if (id !== null) return await append(vault, id, content, dryRun)
    const options = { tool: 'note_upsert', dryRun }
    try {
      const note = { path: named, text: wholeText(frontmatter, content) }
      return { created: true, ...(await createWholeNote(vault, note, options)) }
    } catch (error) {
      // Another writer made it in between: now it can be added to.
      if (!(error instanceof VaultError) || error.code !== 'ALREADY_EXISTS') throw error
      return await append(vault, await requireNoteAt(vault, named), content, dryRun)
    }
  },
  answer: ({ created }) => ({ created }),
})

async function append(vault: VaultContext, id: string, content: string, dryRun: boolean) {
  const written = await vault.writer.edit(id, { tool: 'note_upsert', dryRun }, ({ file: { text } }) => ({
    text: text + withLineEnds(`\n${content}`, text),
  }))
  return { created: false, ...written }
}
