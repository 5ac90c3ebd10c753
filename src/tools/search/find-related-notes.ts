import { z } from 'zod'
import { noteParameter, notesParameter } from '../../call/common-input.ts'
import { findRelated } from '../../search/find-related.ts'
import { goesOnShape } from '../../call/common-output.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote, namedNotes } from '../links/link-output.ts'
import { listedNote, toListedNote } from '../notes/note-output.ts'
import { halvesShape, sayHalves } from './say-halves.ts'

export const findRelatedNotes = defineVaultTool({
  name: 'find_related_notes',
  title: 'Related notes',
  toolset: 'search',
  description:
    'Notes nearest in meaning to one note, or to several together, best first, each with the passage that is nearest. Where there are no vectors it goes by the words that tell most about them, and halves says so.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'related', limit: 10, max: 100, keepsOrder: true, names: ['id'] },
  input: z.object({
    identifier: noteParameter.optional(),
    identifiers: notesParameter.max(20).optional().describe('Several, instead: more like these.'),
  }),
  output: z.object({
    identifier: z.string().optional(),
    identifiers: z.array(z.string()).optional(),
    related: z.array(
      listedNote.extend({
        score: z.number(),
        snippet: z.string(),
        line: z.number(),
        heading: z.string().optional(),
        is_linked: z.boolean(),
      }),
    ),
    halves: halvesShape,
    goes_on: goesOnShape,
  }),
  async handler({ identifier, identifiers, limit, offset }, vault, { say, walk }) {
    const given = namedNotes(identifier, identifiers)
    const named = await Promise.all(given.map((one) => indexedNote(vault, one)))
    const notes = [...new Map(named.map((note) => [note.key, note])).values()]
    const { vectors, rankings } = vault
    const { hits, total, halves, isKept } = await vault.index.query(({ queries }) =>
      findRelated(queries, notes, {
        page: { limit, offset },
        vectors,
        walk: walk && { ...walk, rankings: rankings.related },
      }),
    )
    const paths = notes.map(({ path }) => path)
    return {
      ...(identifiers === undefined ? { identifier: paths[0] } : { identifiers: paths }),
      related: hits.map(({ note: row, isLinked, heading, ...hit }) => ({
        ...toListedNote(row),
        ...hit,
        ...(heading !== null && { heading }),
        is_linked: isLinked,
      })),
      total,
      goes_on: isKept,
      halves: sayHalves(halves, say),
    }
  },
})
