import { z } from 'zod'
import { queryReferences, referenceTypes } from '../../search/query-references.ts'
import { defineVaultTool } from '../../call/define-tool.ts'

export const findReferences = defineVaultTool({
  name: 'find_references',
  title: 'Where a title is referred to',
  toolset: 'links',
  description:
    'Notes that link to a title, whether or not a note of that name exists; with include_text_mentions also those that name it in plain text.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'references', limit: 100, max: 1_000, names: ['path', 'excerpt'] },
  input: z.object({
    title: z.string().min(1).max(1_000).describe('Title, file name or alias.'),
    include_text_mentions: z.boolean().default(false).describe('Plain mentions too.'),
  }),
  output: z.object({
    references: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        link_type: z.enum(referenceTypes),
        is_embed: z.boolean().optional(),
        line_number: z.number(),
        excerpt: z.string(),
      }),
    ),
  }),
  async handler({ title, include_text_mentions: withMentions, limit, offset }, vault) {
    await vault.index.settled()
    const { references, total } = await vault.index.query(({ queries }) =>
      queryReferences(queries, title, { withMentions, limit, offset }),
    )
    return { references: [...references], total }
  },
})
