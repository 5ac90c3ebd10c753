import { z } from 'zod'
import { searchNotes } from '../../tools/search/search-notes.ts'
import { defineEverywhereTool } from '../define-dialect-tool.ts'
import { searchByMeaning } from '../search-by-meaning.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { bestHits, hits, hitsIn } from './notes-app-hits.ts'
import { anyVault } from './notes-app-shapes.ts'

export const notesAppSemanticSearch = defineEverywhereTool(dialect, {
  name: 'semantic_search',
  title: 'Search by meaning',
  description:
    'Notes nearest in meaning to a question that need not share a word with it, best first, with their snippets; the score is the cosine.',
  like: searchNotes,
  list: 'results',
  input: z.strictObject({
    query: z.string().min(1).max(10_000).describe('The question, in words.'),
    limit: z.number().int().min(1).max(50).default(10).describe('Most results.'),
    ...anyVault,
  }),
  output: hits,
  async run({ query, limit }, vault, ctx) {
    const where = { vault, ctx }
    const { message, ...found } = await searchByMeaning({ query, limit }, where)
    return { ...(await hitsIn(where, query, found)), ...(message !== null && { message }) }
  },
  merge: bestHits,
})
