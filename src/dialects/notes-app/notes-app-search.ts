import { z } from 'zod'
import { searchNotes } from '../../tools/search/search-notes.ts'
import { callOurs, defineEverywhereTool } from '../define-dialect-tool.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { bestHits, hits, hitsIn } from './notes-app-hits.ts'

export const notesAppSearch = defineEverywhereTool(dialect, {
  name: 'search',
  title: 'Search by words',
  description:
    'Notes with these words or "phrases", best first, in all vaults. tag:x (repeat for all of several) and path:folder in the query narrow it.',
  like: searchNotes,
  list: 'results',
  input: z.strictObject({
    query: z.string().max(10_000).describe('Words, phrases and operators.'),
    limit: z.number().int().min(1).max(100).default(20).describe('Most results.'),
  }),
  output: hits,
  async run({ query, limit }, vault, ctx) {
    const where = { vault, ctx }
    const { results, total } = await callOurs(searchNotes, { query, limit, mode: 'keyword' }, where)
    return await hitsIn(where, query, { hits: results, total })
  },
  merge: bestHits,
})
