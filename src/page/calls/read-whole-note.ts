import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { readPastNote } from '../../domain/past-note.ts'
import { momentOf } from '../../tools/note-filter-input.ts'

export const readWholeNote = defineVaultTool({
  name: 'read_whole_note',
  title: 'Read a whole note',
  toolset: 'person',
  description: 'The text of a note as it was at a revision, frontmatter included.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  errors: ['NOT_FOUND'],
  maxBytes: 200_000_000,
  input: z.object({
    identifier: z.string().min(1).max(1_000).describe('Note id or title.'),
    revision: z.string().min(1).max(200).describe('A change_id, date or git revision.'),
  }),
  output: z.object({ text: z.string() }),
  async handler({ identifier, revision }, vault, ctx) {
    const moment = momentOf(revision, ctx.now())
    const { text } = await readPastNote(vault, { identifier, revision, moment, signal: ctx.signal })
    return { text }
  },
})
