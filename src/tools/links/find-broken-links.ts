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
  output: z.object({ broken_links: z.array(linkShape) }),
  async handler({ limit, offset }, vault) {
    await vault.index.settled()
    const { links, total } = await vault.index.query(({ queries }) =>
      findLinks(queries, { kind: 'broken', withoutPaths: templateGlobs(vault.settings) }, { limit, offset }),
    )
    return { broken_links: links.map(toLink), total }
  },
})
