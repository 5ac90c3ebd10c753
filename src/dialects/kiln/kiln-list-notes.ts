import { z } from 'zod'
import { listNotes } from '../../tools/notes/list-notes.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { listEveryNote } from '../list-all.ts'
import { folder, frontmatter, kilnDialect, success } from './kiln-dialect.ts'

export const kilnListNotes = defineDialectTool(kilnDialect, {
  name: 'list_notes',
  title: 'List notes',
  description:
    'Notes of the kiln or of a folder: paths, word counts and dates, with their frontmatter if asked.',
  like: listNotes,
  input: z.strictObject({
    folder,
    include_frontmatter: z.boolean().default(false).describe('Frontmatter of each, too.'),
    recursive: z.boolean().default(true).describe('False: not in subfolders.'),
  }),
  output: z.object({
    success,
    notes: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        word_count: z.number(),
        size: z.number(),
        modified: z.string(),
        frontmatter: frontmatter.optional(),
      }),
    ),
    folder: z.string().nullable(),
    count: z.number(),
    recursive: z.boolean(),
    message: z.string().optional(),
  }),
  async run({ folder: directory, include_frontmatter: withData, recursive }, vault, ctx) {
    const { items, total, message } = await listEveryNote({ directory, recursive }, { vault, ctx })
    return {
      success: true,
      notes: items.map(({ path, title, word_count, size, modified, metadata }) => ({
        ...{ path, title, word_count, size, modified },
        ...(withData && { frontmatter: metadata }),
      })),
      folder: directory ?? null,
      count: total,
      recursive,
      ...(message !== null && { message }),
    }
  },
})
