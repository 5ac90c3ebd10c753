import { z } from 'zod'
import { createWholeNote } from '../../domain/whole-note.ts'
import { createNote } from '../../tools/notes/create-note.ts'
import { defineWritingTool } from '../define-dialect-tool.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { content, fileFacts, noteMark, path, vaultInput } from './notes-app-shapes.ts'

export const notesAppCreateNote = defineWritingTool(dialect, {
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
  write: async ({ relative_path: named, content: text }, vault, dryRun) =>
    createWholeNote(vault, { path: named, text }, { tool: 'create_note', dryRun }),
  async answer({ path: id }, _input, vault, ctx) {
    const { modified_at: createdAt, ...facts } = await fileFacts(vault, id, ctx)
    return { ...facts, created_at: createdAt }
  },
})
