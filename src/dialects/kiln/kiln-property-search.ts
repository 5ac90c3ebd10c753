import { z } from 'zod'
import { searchNotesAdvanced } from '../../tools/search/search-notes-advanced.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { listAll } from '../list-all.ts'
import { frontmatter, kilnDialect, limit, success } from './kiln-dialect.ts'

export const kilnPropertySearch = defineDialectTool(kilnDialect, {
  name: 'property_search',
  title: 'Search by properties',
  description:
    'Notes whose frontmatter has all of these properties; of a list of values one is enough: {"status":"draft","tags":["a","b"]}.',
  like: searchNotesAdvanced,
  input: z.strictObject({ properties: frontmatter.describe('Properties and their values.'), limit }),
  output: z.object({
    success,
    properties: frontmatter,
    matches: z.array(z.object({ path: z.string(), frontmatter, word_count: z.number() })),
    count: z.number(),
    total_count: z.number(),
  }),
  async run({ properties, limit: most }, vault, ctx) {
    const filters = Object.entries(properties).map(([key, value]) => ({
      any: [value].flat().map((one: unknown) => ({ key, operator: '=', value: one })),
    }))
    const args = { metadata_filters: filters }
    const where = { vault, ctx, most }
    const { items, total } = await listAll(searchNotesAdvanced, args, ({ results }) => results, where)
    return {
      success: true,
      properties,
      matches: items.map((note) => ({
        path: note.path ?? '',
        frontmatter: note.metadata ?? {},
        word_count: note.word_count ?? 0,
      })),
      count: items.length,
      total_count: total,
    }
  },
})
