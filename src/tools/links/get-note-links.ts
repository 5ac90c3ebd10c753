import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { findLinks, findUrls } from '../../index-db/link-queries.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote, linkShape, toLink, toUrl, urlShape } from './link-output.ts'

const mostOfEach = 100

export const getNoteLinks = defineVaultTool({
  name: 'get_note_links',
  title: 'All links of a note',
  toolset: 'links',
  description:
    'Every link of a note: outgoing to notes and files, outgoing to the web, and incoming, each with its line and context. One without target_note_id is broken. Up to 100 of each; get_backlinks pages through more.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  rest: ['get_links', 'get_backlinks'],
  input: z.object({ identifier: noteParameter }),
  output: z.object({
    success: z.boolean(),
    note_id: z.string(),
    outgoing_internal: z.array(linkShape),
    outgoing_external: z.array(urlShape),
    incoming: z.array(linkShape),
    outgoing_total: z.number(),
    incoming_total: z.number(),
  }),
  async handler({ identifier }, vault) {
    const { path, key } = await indexedNote(vault, identifier)
    const page = { limit: mostOfEach, offset: 0 }
    return await vault.index.query(async ({ queries }) => {
      const outgoing = await findLinks(queries, { kind: 'from', note: key }, page)
      const incoming = await findLinks(queries, { kind: 'to', note: key }, page)
      const urls = await findUrls(queries, key)
      return {
        success: true,
        note_id: path,
        outgoing_internal: outgoing.links.map(toLink),
        outgoing_external: urls.slice(0, mostOfEach).map(toUrl),
        incoming: incoming.links.map(toLink),
        outgoing_total: outgoing.total,
        incoming_total: incoming.total,
      }
    })
  },
})
