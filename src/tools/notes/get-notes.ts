import { z } from 'zod'
import { notesParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { errorShape } from '../../call/vault-error-content.ts'
import { attempt } from '../batch-output.ts'
import { tellUnknownFields } from '../filter-fields.ts'
import { readNoteShape, showNote } from './show-note.ts'

export const getNotes = defineVaultTool({
  name: 'get_notes',
  title: 'Read several notes',
  toolset: 'notes',
  description:
    'Read several notes by id in one call. Each comes with content and content_hash or with its own error; use fields to leave the content out.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  paged: { list: 'results', limit: 50, max: 200, bytes: 32_000 },
  input: z.object({
    identifiers: notesParameter.max(200).describe('Note ids or titles.'),
  }),
  output: z.object({
    success: z.boolean(),
    results: z.array(
      z.object({
        success: z.boolean(),
        note: z.object(readNoteShape).optional(),
        error: errorShape.optional(),
      }),
    ),
    total_requested: z.number(),
    successful: z.number(),
    failed: z.number(),
    message: z.string().optional(),
  }),
  async handler({ identifiers, fields, limit, offset }, vault, { say }) {
    await vault.index.settled()
    const results = await Promise.all(
      identifiers.slice(offset, offset + limit).map((identifier) =>
        attempt(say, async () => {
          const note = await vault.notes.read(identifier)
          return { note: await showNote(vault, note, { max_chars: 25_000 }, { fields, say }) }
        }),
      ),
    )
    const successful = results.filter(({ success }) => success).length
    const answer = {
      success: true,
      results,
      total_requested: identifiers.length,
      successful,
      failed: results.length - successful,
      total: identifiers.length,
    }
    return tellUnknownFields(answer, fields, Object.keys(readNoteShape))
  },
})
