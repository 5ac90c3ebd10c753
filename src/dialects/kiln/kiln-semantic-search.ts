import { z } from 'zod'
import { searchNotes } from '../../tools/search/search-notes.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { searchByMeaning } from '../search-by-meaning.ts'
import { frontmatter, kilnDialect, success } from './kiln-dialect.ts'

export const kilnSemanticSearch = defineDialectTool(kilnDialect, {
  name: 'semantic_search',
  title: 'Search by meaning',
  description:
    'Notes nearest in meaning to a question, best first, with scores and snippets; only among those with the given properties.',
  like: searchNotes,
  input: z.strictObject({
    query: z.string().min(1).max(10_000).describe('What to look for, in words.'),
    limit: z.number().int().min(1).max(100).default(10).describe('Most results.'),
    properties: frontmatter.optional().describe('Only notes with these properties.'),
  }),
  output: z.object({
    success,
    results: z.array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string(),
        score: z.number(),
        snippet: z.string(),
      }),
    ),
    query: z.string(),
    limit: z.number(),
    message: z.string().optional(),
  }),
  async run({ query, limit: most, properties }, vault, ctx) {
    const filter = properties === undefined ? {} : { metadata: properties }
    const { hits, message } = await searchByMeaning({ query, limit: most, ...filter }, { vault, ctx })
    return {
      success: true,
      results: hits.map(({ path: id, title, score, snippet }) => ({ id, path: id, title, score, snippet })),
      query,
      limit: most,
      ...(message !== null && { message }),
    }
  },
})
