import { z } from 'zod'
import { listNotes } from '../../index-db/note-queries.ts'
import { KeptAnswer } from '../../index-db/kept-answer.ts'
import { countTags, type TagCounts } from '../../index-db/tag-queries.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'

export const getTags = defineVaultsTool({
  name: 'get_tags',
  title: 'Tags and their notes',
  toolset: 'tags',
  description:
    'All tags, inline and in frontmatter, with the number of notes, most used first; with filter those that start so; with tag the notes that carry it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'tags', limit: 200, max: 2_000, names: ['tag', 'id'] },
  input: z.object({
    filter: z.string().max(200).optional().describe('Start of the tag.'),
    tag: z.string().max(200).optional().describe('List the notes with this tag.'),
  }),
  output: z.object({
    tags: z.array(
      z.object({
        tag: z.string(),
        count: z.number().optional(),
        id: z.string().optional(),
        title: z.string().optional(),
      }),
    ),
    mode: z.enum(['all', 'by_tag']).optional(),
  }),
  async handler({ filter, tag, limit, offset }, vault) {
    await vault.index.settled()
    if (tag !== undefined) {
      const { notes, total } = await vault.index.query(({ queries }) =>
        listNotes(queries, { tags: [tag] }, { sort: 'modified', limit, offset }),
      )
      const name = tag.replace(/^#|\/+$/g, '')
      return {
        mode: 'by_tag' as const,
        tags: notes.map(({ path, title }) => ({ tag: name, id: path, title })),
        total,
      }
    }
    const page = { prefix: filter ?? null, limit, offset }
    const { tags, total } = await vault.index.query((index) =>
      counted.of(index, JSON.stringify(page), () => countTags(index.queries, page)),
    )
    return { mode: 'all' as const, tags: [...tags], total }
  },
  merge: (joined) => ({
    ...joined,
    tags: joined.tags.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)),
  }),
})

const counted = new KeptAnswer<TagCounts>()
