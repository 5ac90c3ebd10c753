import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { findLinks, type LinkRow } from '../../index-db/link-queries.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { excerptAround } from '../../search/excerpt-around.ts'
import { findUnlinked } from '../../search/find-unlinked.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote } from './link-output.ts'

export const getBacklinks = defineVaultTool({
  name: 'get_backlinks',
  title: 'What links to a note',
  toolset: 'links',
  description:
    'Every link to a note: from which note, its line and text. With include_unlinked also plain mentions of its title, file name or an alias.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'backlinks', limit: 100, max: 1_000, names: ['path', 'excerpt'] },
  input: z.object({
    identifier: noteParameter,
    include_unlinked: z.boolean().default(false).describe('Plain mentions too, after the links.'),
  }),
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
        unlinked: z.boolean().optional(),
      }),
    ),
    linked_total: z.number().optional(),
    unlinked_total: z.number().optional(),
    unlinked_cut: z.boolean().optional(),
  }),
  async handler({ identifier, include_unlinked: withMentions, limit, offset }, vault) {
    const { path, key } = await indexedNote(vault, identifier)
    const { links, total } = await vault.index.query(({ queries }) =>
      findLinks(queries, { kind: 'seen-to', note: key }, { limit, offset }),
    )
    const excerpts = await Promise.all(links.map((link) => excerptOf(vault, link)))
    const linked = links.map((link, at) => ({
      id: link.source_note_id,
      path: link.source_note_id,
      title: link.source_title,
      line_number: link.line_number,
      link_text: link.link_text,
      ...(link.form === 'canvas' && { form: link.form }),
      excerpt: excerpts[at] ?? '',
    }))
    if (!withMentions) return { id: path, backlinks: linked, total }
    const { mentions, isCut } = await vault.index.query(({ queries }) => findUnlinked(queries, key))
    const from = Math.max(0, offset - total)
    return {
      id: path,
      backlinks: [
        ...linked,
        ...mentions.slice(from, from + limit - linked.length).map((mention) => ({
          id: mention.path,
          path: mention.path,
          title: mention.title,
          line_number: mention.line,
          link_text: null,
          excerpt: mention.excerpt,
          unlinked: true,
        })),
      ],
      total: total + mentions.length,
      linked_total: total,
      unlinked_total: mentions.length,
      ...(isCut && { unlinked_cut: true }),
    }
  },
})

/** The line of a link; of one in frontmatter, which the index keeps as values, the line as the file has it. */
async function excerptOf(vault: VaultContext, link: LinkRow): Promise<string> {
  const { context, form, source_note_id: path, line_number: line, target_title: target } = link
  if (context !== '' || form === 'canvas') return context
  const lines = { first: line, last: line, most: 10_000 }
  const text = await vault.files.readLines(path, lines).catch(() => '')
  return excerptAround(text, target)
}
