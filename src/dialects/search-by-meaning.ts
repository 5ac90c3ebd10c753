import { searchNotes } from '../tools/search/search-notes.ts'
import type { InputOf } from '../call/tool.ts'
import { callOurs, type Where } from './define-dialect-tool.ts'

/**
 * Notes nearest in meaning, their score the cosine. Where a vault has no vectors, or too few to find anything, the words
 * decide: an agent that knows only this search must not find nothing. The message says so, and what may be missing.
 */
export async function searchByMeaning(args: InputOf<typeof searchNotes>, where: Where) {
  const asked = { ...args, explain: true }
  const byMeaning = await callOurs(searchNotes, { ...asked, mode: 'semantic' }, where)
  const { semantic = false, reason = null } = byMeaning.halves ?? {}
  const isByMeaning = semantic && (reason === null || byMeaning.results.length > 0)
  const found = isByMeaning ? byMeaning : await callOurs(searchNotes, { ...asked, mode: 'keyword' }, where)
  return {
    hits: found.results.map(({ path = '', filename = '', title = '', score, snippet, explanation }) => ({
      path,
      filename,
      title,
      snippet,
      score: explanation?.cosine ?? score,
    })),
    total: found.total,
    message: isByMeaning ? reason : `Found by words: ${reason ?? 'there are no vectors yet.'}`,
  }
}
