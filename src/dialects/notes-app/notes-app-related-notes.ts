import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { findRelatedNotes } from '../../tools/search/find-related-notes.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { counts, path, place, placeIn, vaultInput } from './notes-app-shapes.ts'

export const notesAppRelatedNotes = defineDialectTool(dialect, {
  name: 'related_notes',
  title: 'Related notes',
  description: 'Notes nearest in meaning to one note, best first.',
  like: findRelatedNotes,
  input: z.strictObject({
    relative_path: path,
    limit: z.number().int().min(1).max(50).default(10).describe('Most results.'),
    ...vaultInput,
  }),
  output: z.object({
    vault: z.string(),
    source: z.string(),
    ...counts,
    results: z.array(z.object({ ...place, filename: z.string(), score: z.number() })),
    message: z.string().optional(),
  }),
  async run({ relative_path: named, limit }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const args = { identifier: id, limit }
    const { related, total, halves } = await callOurs(findRelatedNotes, args, { vault, ctx })
    const where = await placeIn({ vault, ctx })
    return {
      vault: where.vault,
      source: id,
      total_count: total,
      returned_count: related.length,
      results: related.map(({ path: note = '', filename = '', score }) => ({
        ...where,
        relative_path: note,
        filename,
        score,
      })),
      ...(halves.reason !== undefined && {
        message: halves.semantic ? halves.reason : `Found by words: ${halves.reason}`,
      }),
    }
  },
})
