import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getBacklinks } from '../../tools/links/get-backlinks.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { listAll } from '../list-all.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { path, placeIn, vaultInput } from './notes-app-shapes.ts'

export const notesAppBacklinks = defineDialectTool(dialect, {
  name: 'backlinks',
  title: 'What links to a note',
  description:
    'Links to a note from others with line and context, and where it is named as plain text without a link.',
  like: getBacklinks,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({
    vault: z.string(),
    relative_path: z.string(),
    linked: z.array(
      z.object({
        vault: z.string(),
        relative_path: z.string(),
        line_number: z.number(),
        display_text: z.string().nullable(),
        context: z.string(),
      }),
    ),
    unlinked: z.array(
      z.object({
        vault: z.string(),
        relative_path: z.string(),
        line_number: z.number(),
        context_line: z.string(),
      }),
    ),
  }),
  async run({ relative_path: named }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const args = { identifier: id, include_unlinked: true }
    const { items: found } = await listAll(
      async (page) => {
        const { backlinks: items, total } = await callOurs(getBacklinks, { ...args, ...page }, { vault, ctx })
        return { items, total }
      },
      { tool: getBacklinks, ctx },
    )
    const { vault: name } = await placeIn({ vault, ctx })
    return {
      vault: name,
      relative_path: id,
      linked: found
        .filter(({ unlinked }) => !unlinked)
        .map((link) => ({
          vault: name,
          relative_path: link.path,
          line_number: link.line_number,
          display_text: link.link_text,
          context: link.excerpt,
        })),
      unlinked: found
        .filter(({ unlinked }) => unlinked)
        .map((link) => ({
          vault: name,
          relative_path: link.path,
          line_number: link.line_number,
          context_line: link.excerpt,
        })),
    }
  },
})
