import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { findRelated } from '../../search/find-related.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote } from '../links/link-output.ts'
import { listedNote, toListedNote } from '../notes/note-output.ts'
import { sayHalves } from './say-halves.ts'

export const findRelatedNotes = defineVaultTool({
  name: 'find_related_notes',
  title: 'Related notes',
  toolset: 'search',
  description:
    'Notes nearest in meaning to one note, best first, each with the passage that is nearest. Where there are no vectors it goes by the words that tell most about the note, and halves says so.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({
    identifier: noteParameter,
    limit: z.number().int().min(1).max(100).default(10).describe('Most notes to return.'),
  }),
  output: z.object({
    identifier: z.string(),
    related: z.array(
      listedNote.extend({
        score: z.number(),
        snippet: z.string(),
        line: z.number(),
        heading: z.string().optional(),
        is_linked: z.boolean(),
      }),
    ),
    total: z.number(),
    halves: z.object({ keyword: z.boolean(), semantic: z.boolean(), reason: z.string().optional() }),
  }),
  async handler({ identifier: given, limit }, vault, { say }) {
    const note = await indexedNote(vault, given)
    const { vectors } = vault
    const { hits, halves } = await vault.index.query(({ queries }) =>
      findRelated(queries, note, { limit, vectors }),
    )
    return {
      identifier: note.path,
      related: hits.map(({ note: row, isLinked, heading, ...hit }) => ({
        ...toListedNote(row),
        ...hit,
        ...(heading !== null && { heading }),
        is_linked: isLinked,
      })),
      total: hits.length,
      halves: sayHalves(halves, say),
    }
  },
})
