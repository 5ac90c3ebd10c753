import { z } from 'zod'
import { partialHash } from '../../model/content-hash.ts'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getNote } from '../../tools/notes/get-note.ts'
import { describeNote } from '../../tools/notes/note-output.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { linesOfNote } from '../lines-of-note.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { frontmatterMap, heading, outlineOf, path, vaultInput } from './notes-app-shapes.ts'

const lineNumber = z.number().int().min(1).max(10_000_000).optional()

export const notesAppReadNote = defineDialectTool(dialect, {
  name: 'read_note',
  title: 'Read a note',
  description:
    'The text of a note with its frontmatter, or a range of its lines, and its content_hash, size, time, properties, headings and tags.',
  like: getNote,
  rest: ['read_note with start_line'],
  input: z.strictObject({
    relative_path: path,
    start_line: lineNumber.describe('First line, from 1.'),
    end_line: lineNumber.describe('Last line, included.'),
    ...vaultInput,
  }),
  output: z.object({
    vault: z.string(),
    relative_path: z.string(),
    content: z.string(),
    content_hash: z.string(),
    size_bytes: z.number(),
    modified_at: z.string(),
    frontmatter: frontmatterMap,
    headings: z.array(heading),
    tags: z.array(z.string()),
    line_range: z.object({ start: z.number(), end: z.number() }).optional(),
  }),
  async run({ relative_path: named, start_line: start, end_line: end }, vault, ctx) {
    const note = await vault.notes.read(await requireNoteAt(vault, named))
    const { file } = note
    const part = await linesOfNote(vault, note, { start, end })
    const { tags: found, metadata } = describeNote(note)
    const isWhole = note.isWhole && part.text === file.text
    const isRange = start !== undefined || end !== undefined
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      relative_path: file.path,
      content: part.text,
      content_hash: isWhole ? file.hash : partialHash(file.hash),
      size_bytes: file.stamp.size,
      modified_at: new Date(file.stamp.mtime).toISOString(),
      frontmatter: metadata,
      headings: outlineOf(note),
      tags: found,
      ...(isRange && { line_range: { start: part.start, end: part.end } }),
    }
  },
})
