import { z } from 'zod'
import { createWholeNote, replacedText, requireNoteAt, wholeText } from '../../garden/whole-note.ts'
import { parseNote } from '../../markdown/parse-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { createNote } from '../notes/create-note.ts'
import { deleteNote } from '../notes/delete-note.ts'
import { getNote } from '../notes/get-note.ts'
import { getNoteInfo } from '../notes/get-note-info.ts'
import { describeNote } from '../notes/note-output.ts'
import { updateNote } from '../notes/update-note.ts'
import { callOurs, defineDialectTool } from './define-dialect-tool.ts'
import { frontmatter, kilnDialect, success } from './kiln-dialect.ts'
import { sliceLines } from './slice-lines.ts'
import { wouldChange } from './would-change.ts'

const path = z.string().min(1).max(1_000).describe('Path of the note from the kiln’s root.')
const lineNumber = z.number().int().min(-1_000_000).max(1_000_000).optional()

export const createNoteHere = defineDialectTool(kilnDialect, {
  name: 'create_note',
  title: 'Create a note',
  description:
    'Create a note at a path from content and frontmatter, with its folders. Never overwrites one.',
  like: createNote,
  input: z.strictObject({
    path,
    content: z.string().max(10_000_000).describe('Markdown of the note.'),
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

export const readNote = defineDialectTool(kilnDialect, {
  name: 'read_note',
  title: 'Read a note',
  description:
    'The text of a note with its frontmatter, or a range of its lines; negative lines count from the end. Returns total_lines and lines_returned.',
  like: getNote,
  rest: 'read_note with start_line',
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
    const { file } = await vault.notes.read(await requireNoteAt(vault, named))
    const part = sliceLines(file.text, { start, end })
    return {
      success: true,
      path: file.path,
      content: part.text,
      total_lines: part.total,
      lines_returned: Math.max(0, part.end - part.start + 1),
    }
  },
})

export const readMetadata = defineDialectTool(kilnDialect, {
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
    const { file, parsed } = note
    const { title, tags, metadata, created, updated } = describeNote(note)
    const wikilinks = parsed.links.filter(({ form }) => form === 'wikilink' || form === 'frontmatter')
    return {
      success: true,
      path: file.path,
      title,
      frontmatter: metadata,
      stats: {
        word_count: parsed.wordCount,
        heading_count: parsed.headings.length,
        wikilink_count: wikilinks.length,
        link_count: parsed.links.length + parsed.externalLinks.length,
        tag_count: tags.length,
        task_count: parsed.tasks.length,
        line_count: parsed.lineCount,
        size_bytes: file.stamp.size,
      },
      wikilinks: [...new Set(wikilinks.map(({ target }) => target).filter((target) => target !== ''))],
      created,
      modified: updated,
    }
  },
})

export const updateNoteHere = defineDialectTool(kilnDialect, {
  name: 'update_note',
  title: 'Change a note',
  description:
    'Replace a note’s content, its whole frontmatter, or both; what is not given stays as it is. Returns updated_fields.',
  like: updateNote,
  input: z.strictObject({
    path,
    content: z.string().max(10_000_000).optional().describe('New content, below the frontmatter.'),
    frontmatter: frontmatter.optional().describe('All properties; those left out are removed.'),
  }),
  output: z.object({ success, path: z.string(), status: z.string(), updated_fields: z.array(z.string()) }),
  async run({ path: named, ...change }, vault) {
    const fields = (['content', 'frontmatter'] as const).filter((field) => change[field] !== undefined)
    if (fields.length === 0) {
      throw new VaultError('INVALID_ARGUMENT', 'Give content, frontmatter or both.', {
        hint: 'content replaces the body; frontmatter replaces all properties.',
      })
    }
    const { path: id } = await update(named, change, vault, false)
    return { success: true, path: id, status: 'updated', updated_fields: [...fields] }
  },
  preview: async ({ path: named, ...change }, vault) => wouldChange(await update(named, change, vault, true)),
})

async function update(
  named: string,
  change: Parameters<typeof replacedText>[1],
  vault: VaultContext,
  dryRun: boolean,
) {
  const id = await requireNoteAt(vault, named)
  return await vault.writer.edit(id, { tool: 'update_note', dryRun }, (note) => ({
    text: replacedText(note, change),
    hasOwnDate: change.frontmatter !== undefined,
  }))
}

export const deleteNoteHere = defineDialectTool(kilnDialect, {
  name: 'delete_note',
  title: 'Delete a note',
  description:
    'Move a note to the trash, from where it can be brought back. Returns how many backlinks lead nowhere now.',
  like: deleteNote,
  input: z.strictObject({ path, confirm: z.boolean().optional().describe('True once the user agreed.') }),
  output: z.object({
    success,
    path: z.string(),
    status: z.string(),
    backlink_count: z.number(),
    warning: z.string().optional(),
  }),
  async run({ path: named }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const args = { identifier: id, mode: 'trash' }
    const { backlink_count: counted } = await callOurs(deleteNote, args, stake, { vault, ctx })
    const count = counted ?? 0
    return {
      success: true,
      path: id,
      status: 'deleted',
      backlink_count: count,
      ...(count > 0 && { warning: `${count} ${count === 1 ? 'link leads' : 'links lead'} nowhere now.` }),
    }
  },
  async preview({ path: named }, vault, ctx) {
    const args = { identifier: await requireNoteAt(vault, named), mode: 'trash', dry_run: true }
    return await callOurs(deleteNote, args, z.looseObject({}), { vault, ctx })
  },
})

const stake = z.object({ backlink_count: z.number().nullable() })
