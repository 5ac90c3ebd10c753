import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { createWholeNote, wholeText } from '../../domain/whole-note.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { createNote } from '../../tools/notes/create-note.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { wouldChange } from '../would-change.ts'
import { frontmatter, kilnDialect, path, success } from './kiln-dialect.ts'

export const kilnCreateNote = defineDialectTool(kilnDialect, {
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
  async run(input, vault) {
    const { path: id } = await create(input, vault, false)
    return { success: true, path: id, status: 'created', word_count: parseNote(textOf(input)).wordCount }
  },
  preview: async (input, vault) => wouldChange(await create(input, vault, true)),
})

interface NewNote {
  readonly path: string
  readonly content: string
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined
}

function textOf({ content, frontmatter: data = {} }: NewNote): string {
  return wholeText(data, content)
}

async function create(note: NewNote, vault: VaultContext, dryRun: boolean) {
  const file = { path: note.path, text: textOf(note) }
  return await createWholeNote(vault, file, { tool: 'create_note', dryRun })
}
