import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { findLinks } from '../../index-db/link-queries.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote } from './link-output.ts'

export const getLinks = defineVaultTool({
  name: 'get_links',
  title: 'Where a note links to',
  toolset: 'links',
  description:
    'The notes and files that a note links to, in its order. Broken links come as they are, with broken: true.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'links', limit: 100, max: 1_000, names: ['path', 'title', 'heading'] },
  input: z.object({ identifier: noteParameter }),
  output: z.object({
    id: z.string(),
    links: z.array(
      z.object({
        path: z.string().nullable(),
        title: z.string(),
        line_number: z.number(),
        heading: z.string().optional(),
        broken: z.boolean().optional(),
      }),
    ),
  }),
  async handler({ identifier, limit, offset }, vault) {
    const { path, key } = await indexedNote(vault, identifier)
    const { links, total } = await vault.index.query(({ queries }) =>
      findLinks(queries, { kind: 'from', note: key }, { limit, offset }),
    )
    return {
      id: path,
      links: links.map((link) => {
        const target = link.target_note_id ?? link.target_file
        return {
          path: target,
          title: link.found_title ?? link.target_title,
          line_number: link.line_number,
          ...(link.heading !== null && { heading: link.heading }),
          ...(target === null && { broken: true }),
        }
      }),
      total,
    }
  },
})
