import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { createNote, createOne, created, draft } from '../../tools/notes/create-note.ts'

/** `create_note` for a person at a terminal, whose frontmatter is kept as it is written and not only by its values. */
export const createWrittenNote = defineVaultTool({
  name: 'create_note',
  title: 'Create a note',
  toolset: 'person',
  description: 'Create a note with a frontmatter, or values of it, as they are written.',
  annotations: createNote.annotations,
  dryRun: true,
  errors: ['ALREADY_EXISTS', 'INVALID_PATH', 'NOT_FOUND', 'TYPE_NOT_FOUND', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    ...draft,
    frontmatter: z.string().optional().describe('Whose values metadata has, with its fences.'),
    written: z
      .record(z.string(), z.string())
      .optional()
      .describe('Values of metadata as they stand behind the colon.'),
  }),
  output: z.object(created),
  async handler({ dry_run: dryRun, ...note }, vault, ctx) {
    return await createOne(vault, note, { dryRun, ctx, isOneOfMany: false })
  },
})
