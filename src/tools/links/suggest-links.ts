import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { proposeLinks as suggest } from '../../domain/propose-links.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { indexedNote } from './link-output.ts'

export const suggestLinks = defineVaultTool({
  name: 'suggest_links',
  title: 'Links worth making',
  toolset: 'links',
  description:
    'Notes that a note names without linking to them (outgoing), and notes that name it without linking (incoming): line, text, and the link to write in its place. Best first. Changes nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'suggestions', limit: 20, max: 200, names: ['direction', 'path', 'text'] },
  input: z.object({ identifier: noteParameter }),
  output: z.object({
    id: z.string(),
    suggestions: z.array(
      z.object({
        direction: z.enum(['outgoing', 'incoming']),
        path: z.string(),
        title: z.string(),
        line_number: z.number(),
        text: z.string(),
        excerpt: z.string(),
        link: z.string(),
        score: z.number(),
      }),
    ),
  }),
  async handler({ identifier, limit, offset }, vault) {
    const note = await indexedNote(vault, identifier)
    const all = await suggest(vault, note)
    return {
      id: note.path,
      suggestions: all.slice(offset, offset + limit),
      total: all.length,
    }
  },
})
