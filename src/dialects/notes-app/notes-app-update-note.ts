import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { updateNote } from '../../tools/notes/update-note.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { wouldChange } from '../would-change.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { content, fileFacts, noteMark, path, vaultInput } from './notes-app-shapes.ts'

export const notesAppUpdateNote = defineDialectTool(dialect, {
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
  async run(input, vault, ctx) {
    const { path: id } = await update(input, vault, false)
    return { mode: input.mode, ...(await fileFacts(vault, id, ctx)) }
  },
  preview: async (input, vault) => wouldChange(await update(input, vault, true)),
})

interface Update {
  readonly relative_path: string
  readonly content: string
  readonly mode: 'replace' | 'append' | 'prepend'
  readonly expected_content_hash?: string | undefined
}

async function update(
  { relative_path: named, content: text, mode, expected_content_hash: contentHash }: Update,
  vault: VaultContext,
  dryRun: boolean,
) {
  const id = await requireNoteAt(vault, named)
  const options = { tool: 'update_note', dryRun }
  if (mode !== 'replace') {
    return await vault.notes.update({ identifier: id, content: text, mode, contentHash }, options)
  }
  const whole = { ...options, contentHash, replacesAll: true }
  return await vault.writer.edit(id, whole, () => ({ text, hasOwnDate: true }))
}
