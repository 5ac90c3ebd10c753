import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getBacklinks } from '../../tools/links/get-backlinks.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { listAll } from '../list-all.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { noteMark, path, vaultInput } from './notes-app-shapes.ts'

const place = z.object({ ...noteMark, line_number: z.number() })

export const notesAppBacklinks = defineDialectTool(dialect, {
  name: 'backlinks',
  title: 'What links to a note',
  description:
    'Links to a note from others with line and context, and where it is named as plain text without a link.',
  like: getBacklinks,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({
    ...noteMark,
    linked: z.array(place.extend({ display_text: z.string().nullable(), context: z.string() })),
    unlinked: z.array(place.extend({ context_line: z.string() })),
  }),
  async run({ relative_path: named }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const args = { identifier: id, include_unlinked: true }
    const { items: found } = await listAll(getBacklinks, args, ({ backlinks }) => backlinks, { vault, ctx })
    const name = await nameIn(vault.id, ctx.vaults)
    const placed = ({ path: note, line_number: line }: (typeof found)[number]) => {
      return { vault: name, relative_path: note, line_number: line }
    }
    return {
      vault: name,
      relative_path: id,
      linked: found
        .filter(({ unlinked }) => !unlinked)
        .map((link) => ({ ...placed(link), display_text: link.link_text, context: link.excerpt })),
      unlinked: found
        .filter(({ unlinked }) => unlinked)
        .map((link) => ({ ...placed(link), context_line: link.excerpt })),
    }
  },
})
