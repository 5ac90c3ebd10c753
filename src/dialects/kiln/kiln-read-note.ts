import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getNote } from '../../tools/notes/get-note.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { linesOfNote } from '../lines-of-note.ts'
import { kilnDialect, path, success } from './kiln-dialect.ts'

const lineNumber = z.number().int().min(-1_000_000).max(1_000_000).optional()

export const kilnReadNote = defineDialectTool(kilnDialect, {
  name: 'read_note',
  title: 'Read a note',
  description:
    'The text of a note with its frontmatter, or a range of its lines; negative lines count from the end. Returns total_lines and lines_returned.',
  like: getNote,
  rest: ['read_note with start_line'],
  input: z.strictObject({
    path,
    start_line: lineNumber.describe('First line, from 1; -10 for the last ten.'),
    end_line: lineNumber.describe('Last line, included.'),
  }),
  output: z.object({
    success,
    path: z.string(),
    content: z.string(),
    total_lines: z.number(),
    lines_returned: z.number(),
  }),
  async run({ path: named, start_line: start, end_line: end }, vault) {
    const note = await vault.notes.read(await requireNoteAt(vault, named))
    const part = await linesOfNote(vault, note, { start, end })
    return {
      success: true,
      path: note.file.path,
      content: part.text,
      total_lines: part.total,
      lines_returned: Math.max(0, part.end - part.start + 1),
    }
  },
})
