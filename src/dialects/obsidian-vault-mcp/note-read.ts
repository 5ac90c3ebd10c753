import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { findNoteAt } from '../../domain/whole-note.ts'
import { getNote } from '../../tools/notes/get-note.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect, path, repository } from './obsidian-dialect.ts'

export const noteRead = defineDialectTool(dialect, {
  name: 'note_read',
  title: 'Read a note',
  description: 'The whole text of a note, frontmatter included. A note that is not there is exists: false.',
  like: getNote,
  maxBytes: mostNoteBytes,
  rest: ['vault_search for lines of it'],
  input: z.strictObject({ ...repository, path }),
  output: z.object({ content: z.string(), exists: z.boolean() }),
  async run({ path: named }, vault) {
    const id = await findNoteAt(vault, named)
    if (id === null) return { content: '', exists: false }
    // One byte more than is shown, so that what is cut is told.
    const whole = { first: 1, last: Infinity, most: mostNoteBytes + 1 }
    return { content: await vault.files.readLines(id, whole), exists: true }
  },
})
