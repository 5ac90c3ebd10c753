import { z } from 'zod'
import { requireNoteAt } from '../../domain/whole-note.ts'
import { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import { describeNote } from '../../tools/notes/note-output.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { frontmatter, kilnDialect, path, success } from './kiln-dialect.ts'

export const kilnReadMetadata = defineDialectTool(kilnDialect, {
  name: 'read_metadata',
  title: 'Describe a note without its text',
  description:
    'Frontmatter of a note and counts of its words, headings, wikilinks, tags, tasks and lines, without its text.',
  like: getNoteInfo,
  input: z.strictObject({ path }),
  output: z.object({
    success,
    path: z.string(),
    title: z.string(),
    frontmatter,
    stats: z.object({
      word_count: z.number(),
      heading_count: z.number(),
      wikilink_count: z.number(),
      link_count: z.number(),
      tag_count: z.number(),
      task_count: z.number(),
      line_count: z.number(),
      size_bytes: z.number(),
    }),
    wikilinks: z.array(z.string()),
    created: z.string(),
    modified: z.string(),
  }),
  async run({ path: named }, vault) {
    const note = await vault.notes.read(await requireNoteAt(vault, named))
    const { file, facts } = note
    const { counts } = facts
    const { title, tags, metadata, created, updated } = describeNote(note)
    return {
      success: true,
      path: file.path,
      title,
      frontmatter: metadata,
      stats: {
        word_count: counts.words,
        heading_count: counts.headings,
        wikilink_count: counts.wikilinks,
        link_count: counts.links + counts.externalLinks,
        tag_count: tags.length,
        task_count: counts.tasks,
        line_count: counts.lines,
        size_bytes: file.stamp.size,
      },
      wikilinks: [...facts.wikilinkTargets],
      created,
      modified: updated,
    }
  },
})
