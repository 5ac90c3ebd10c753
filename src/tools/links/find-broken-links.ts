import { z } from 'zod'
import { templateGlobs } from '../../domain/note-globs.ts'
import { findLinks } from '../../index-db/link-queries.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { linkShape, toLink } from './link-output.ts'

export const findBrokenLinks = defineVaultTool({
  name: 'find_broken_links',
  title: 'Links that lead nowhere',
  toolset: 'links',
  description: 'Every link whose target does not exist, with its note, line and context.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: {
    list: 'broken_links',
    limit: 50,
    max: 1_000,
    names: ['source_note_id', 'target_title', 'link_text'],
  },
  input: z.object({}),
  output: z.object({ broken_links: z.array(linkShape), message: z.string().optional() }),
  async handler({ limit, offset }, vault) {
    await vault.index.settled()
    const withoutPaths = templateGlobs(vault.settings)
    const { links, total, left } = await vault.index.query(async ({ queries }) => {
      const found = await findLinks(queries, { kind: 'broken', withoutPaths }, { limit, offset })
      const none = { limit: 0, offset: 0 }
      const all =
        withoutPaths.length === 0
          ? found
          : await findLinks(queries, { kind: 'broken', withoutPaths: [] }, none)
      return { ...found, left: all.total - found.total }
    })
    return {
      broken_links: links.map(toLink),
      total,
      ...(left > 0 && {
        message:
          left === 1
            ? '1 link of a template is left out: it may lead somewhere in a note.'
            : `${left} links of templates are left out: they may lead somewhere in a note.`,
      }),
    }
  },
})
