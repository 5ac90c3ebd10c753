import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { createWholeNote, wholeText } from '../../domain/whole-note.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { createNote } from '../../tools/notes/create-note.ts'
import { defineWritingTool } from '../define-dialect-tool.ts'
import { frontmatter, kilnDialect, path, success } from './kiln-dialect.ts'

export const kilnCreateNote = defineWritingTool(kilnDialect, {
  name: 'create_note',
  title: 'Create a note',
  description:
    'Create a note at a path from content and frontmatter, with its folders. Never overwrites one.',
  like: createNote,
  input: z.strictObject({
    path,
    content: z.string().max(mostNoteBytes).describe('Markdown of the note.'),
    frontmatter: frontmatter.optional().describe('Properties, written as YAML.'),
  }),
  output: z.object({ success, path: z.string(), status: z.string(), word_count: z.number() }),
  async write({ path: named, content, frontmatter: data = {} }, vault, dryRun) {
    const text = wholeText(data, content)
    const written = await createWholeNote(vault, { path: named, text }, { tool: 'create_note', dryRun })
    return { ...written, text }
  },
  answer: ({ path: id, text }) => {
    return { success: true, path: id, status: 'created', word_count: parseNote(text).wordCount }
  },
})
