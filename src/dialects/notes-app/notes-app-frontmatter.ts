import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { frontmatterMap, noteMark, path, vaultInput } from './notes-app-shapes.ts'

export const notesAppFrontmatter = defineDialectTool(dialect, {
  name: 'frontmatter',
  title: 'Frontmatter of a note',
  description: 'The frontmatter of a note by key, and whether it has one.',
  like: getNoteInfo,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({ ...noteMark, frontmatter: frontmatterMap, has_frontmatter: z.boolean() }),
  async run({ relative_path: named }, vault, ctx) {
    const { file, facts } = await vault.notes.read(await requireNoteAt(vault, named))
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      relative_path: file.path,
      frontmatter: { ...facts.frontmatter.data },
      has_frontmatter: facts.frontmatter.range !== null,
    }
  },
})
