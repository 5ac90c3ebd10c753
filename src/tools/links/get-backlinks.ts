import { z } from 'zod'
import { findLinks } from '../../index-db/link-queries.ts'
import { defineVaultTool } from '../define-tool.ts'
import { freshnessOf, freshnessShape } from '../freshness.ts'
import { indexedNote } from './link-output.ts'

export const getBacklinks = defineVaultTool({
  name: 'get_backlinks',
  title: 'What links to a note',
  toolset: 'links',
  description:
    'Every link to a note from another one: the note it stands in, its line and the text of that line.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'backlinks', limit: 100, max: 1_000 },
  input: z.object({ identifier: z.string().min(1).max(1_000).describe('Note id or title.') }),
  output: z.object({
    id: z.string(),
    backlinks: z.array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string(),
        line_number: z.number(),
        link_text: z.string().nullable(),
        form: z.string().optional(),
        excerpt: z.string(),
      }),
    ),
    freshness: freshnessShape.optional(),
  }),
  async handler({ identifier, limit, offset }, vault) {
    const { path, key } = await indexedNote(vault, identifier)
    const { links, total } = await vault.query(({ queries }) =>
      findLinks(queries, { kind: 'to', note: key }, { limit, offset }),
    )
    return {
      id: path,
      backlinks: links.map((link) => ({
        id: link.source_note_id,
        path: link.source_note_id,
        title: link.source_title,
        line_number: link.line_number,
        link_text: link.link_text,
        ...(link.form === 'canvas' && { form: link.form }),
        excerpt: link.context,
      })),
      total,
      ...freshnessOf(vault),
    }
  },
})
