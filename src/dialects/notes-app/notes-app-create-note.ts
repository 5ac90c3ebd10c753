import { z } from 'zod'
import { createWholeNote } from '../../domain/whole-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { createNote } from '../../tools/notes/create-note.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { wouldChange } from '../would-change.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { content, fileFacts, noteMark, path, vaultInput } from './notes-app-shapes.ts'

export const notesAppCreateNote = defineDialectTool(dialect, {
  name: 'create_note',
  title: 'Create a note',
  description:
    'Create a note whose file is the content, with its folders. One that is there is a note_exists error.',
  like: createNote,
  input: z.strictObject({
    relative_path: path,
    content: content.describe('The whole file, with its frontmatter if it has one.'),
    ...vaultInput,
  }),
  output: z.object({
    ...noteMark,
    content_hash: z.string(),
    size_bytes: z.number(),
    created_at: z.string(),
  }),
  async run(input, vault, ctx) {
    const { path: id } = await create(input, vault, false)
    const { modified_at: createdAt, ...facts } = await fileFacts(vault, id, ctx)
    return { ...facts, created_at: createdAt }
  },
  preview: async (input, vault) => wouldChange(await create(input, vault, true)),
})

async function create(
  { relative_path: named, content: text }: { readonly relative_path: string; readonly content: string },
  vault: VaultContext,
  dryRun: boolean,
) {
  return await createWholeNote(vault, { path: named, text }, { tool: 'create_note', dryRun })
}
