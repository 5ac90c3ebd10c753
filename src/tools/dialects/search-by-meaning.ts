import { z } from 'zod'
import type { VaultContext } from '../../vault/vault-context.ts'
import { searchNotes } from '../search/search-notes.ts'
import type { ToolContext } from '../tool-context.ts'
import { callOurs } from './define-dialect-tool.ts'

const answer = z.object({
  results: z.array(
    z.object({
      path: z.string(),
      filename: z.string(),
      title: z.string(),
      score: z.number(),
      snippet: z.string(),
      line: z.number(),
      explanation: z.object({ cosine: z.number().nullable() }),
    }),
  ),
  total: z.number(),
  halves: z.object({ semantic: z.boolean(), reason: z.string().optional() }).optional(),
})

/**
 * Notes nearest in meaning, their score the cosine. Where a vault has no vectors the words decide, and the message says
 * why: an agent that knows only this search must not find nothing.
 */
export async function searchByMeaning(
  args: object,
  where: { readonly vault: VaultContext; readonly ctx: ToolContext },
) {
  const asked = { ...args, explain: true }
  const byMeaning = await callOurs(searchNotes, { ...asked, mode: 'semantic' }, answer, where)
  const isByMeaning = byMeaning.halves?.semantic === true
  const found = isByMeaning
    ? byMeaning
    : await callOurs(searchNotes, { ...asked, mode: 'keyword' }, answer, where)
  return {
    hits: found.results.map(({ explanation, ...hit }) => ({
      ...hit,
      score: explanation.cosine ?? hit.score,
    })),
    total: found.total,
    message: isByMeaning
      ? null
      : `Found by words: ${byMeaning.halves?.reason ?? 'there are no vectors yet.'}`,
  }
}
