import { z } from 'zod'
import { notesThatLinkTo } from '../../index-db/link-queries.ts'
import { listNotes } from '../../index-db/note-queries.ts'
import { VaultError } from '../../model/vault-error.ts'
import { notesParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { listedNote, toListedNote } from '../notes/note-output.ts'
import { keysOf } from './link-output.ts'

const identifiers = notesParameter.max(20).optional()

export const searchByLinks = defineVaultTool({
  name: 'search_by_links',
  title: 'Find notes by their links',
  toolset: 'links',
  description:
    'Notes that link to all of some notes, are linked from some notes, link to certain web domains, or have broken links. Criteria add up.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'notes', limit: 50, max: 1_000, names: ['id'] },
  input: z.object({
    has_links_to: identifiers.describe('Link to all of these notes.'),
    linked_from: identifiers.describe('Are linked from any of these notes.'),
    external_domains: z
      .array(z.string().min(1).max(253))
      .min(1)
      .max(20)
      .optional()
      .describe('Link to any of these web domains or their subdomains.'),
    broken_links: z.boolean().optional().describe('Have (or have no) broken links.'),
  }),
  output: z.object({ notes: z.array(listedNote) }),
  async handler(
    { has_links_to: to, linked_from: from, external_domains: domains, broken_links: broken, limit, offset },
    vault,
  ) {
    if (to === undefined && from === undefined && domains === undefined && broken === undefined) {
      throw new VaultError('INVALID_ARGUMENT', 'Give at least one criterion.', {
        hint: 'has_links_to, linked_from, external_domains or broken_links.',
      })
    }
    await vault.index.settled()
    const filter = {
      linksTo: await keysOf(vault, to),
      linkedFrom: await keysOf(vault, from),
      hasBrokenLinks: broken,
    }
    const { notes, total } = await vault.index.query(async ({ queries }) => {
      const keys = domains && (await notesThatLinkTo(queries, domains))
      return await listNotes(queries, { ...filter, keys }, { sort: 'path', limit, offset })
    })
    return { notes: notes.map(toListedNote), total }
  },
})
