import { z } from 'zod'
import { searchText } from '../../tools/search/search-text.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { listAll } from '../list-all.ts'
import { folder, kilnDialect, limit, success } from './kiln-dialect.ts'

export const kilnTextSearch = defineDialectTool(kilnDialect, {
  name: 'text_search',
  title: 'Search text',
  description: 'Lines of notes that contain a text, each with the lines around it, in the order of paths.',
  like: searchText,
  input: z.strictObject({
    query: z.string().min(1).max(5_000).describe('Text to find, as it stands.'),
    folder,
    case_insensitive: z.boolean().default(true).describe('Whether case makes no difference.'),
    limit,
  }),
  output: z.object({
    success,
    query: z.string(),
    matches: z.array(
      z.object({
        path: z.string(),
        line_number: z.number(),
        line_content: z.string(),
        context_before: z.array(z.string()),
        context_after: z.array(z.string()),
      }),
    ),
    count: z.number(),
    total_count: z.number(),
    message: z.string().optional(),
  }),
  async run({ query, folder: within, case_insensitive: isLoose, limit: most }, vault, ctx) {
    const args = {
      pattern: query,
      fixed: true,
      case_sensitive: !isLoose,
      context: 1,
      ...(within !== undefined && within !== '' && { path_filter: within }),
    }
    const where = { vault, ctx, most }
    const { items, total, message } = await listAll(searchText, args, ({ results }) => results, where)
    return {
      success: true,
      query,
      matches: items.map((one) => ({
        path: one.path,
        line_number: one.line,
        line_content: one.text,
        context_before: one.before ?? [],
        context_after: one.after ?? [],
      })),
      count: items.length,
      total_count: total,
      ...(message !== null && { message }),
    }
  },
})
