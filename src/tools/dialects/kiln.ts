import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { createWholeNote, replacedText, requireNoteAt, wholeText } from '../../garden/whole-note.ts'
import { parseNote } from '../../markdown/parse-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { createNote } from '../notes/create-note.ts'
import { deleteNote } from '../notes/delete-note.ts'
import { getNote } from '../notes/get-note.ts'
import { getNoteInfo } from '../notes/get-note-info.ts'
import { listNotes } from '../notes/list-notes.ts'
import { describeNote } from '../notes/note-output.ts'
import { updateNote } from '../notes/update-note.ts'
import { resolveVault } from '../resolve-vaults.ts'
import { searchNotes } from '../search/search-notes.ts'
import { searchNotesAdvanced } from '../search/search-notes-advanced.ts'
import { searchText } from '../search/search-text.ts'
import type { Tool } from '../tool.ts'
import { getVaultInfo } from '../vaults/get-vault-info.ts'
import { vaultErrorContent } from '../vault-error-content.ts'
import { callOurs, defineDialectTool, type Dialect } from './define-dialect-tool.ts'
import { folderName } from './find-by-folder.ts'
import { searchByMeaning } from './search-by-meaning.ts'
import { sliceLines } from './slice-lines.ts'
import { wouldChange } from './would-change.ts'

const dialect: Dialect = {
  vaultParameter: null,
  asksInWords: true,
  findVault: resolveVault,
  failure: (error) => ({ success: false, error: vaultErrorContent(error) }),
}

const path = z.string().min(1).max(1_000).describe('Path of the note from the kiln’s root.')
const frontmatter = z.record(z.string(), z.unknown())
const folder = z.string().max(1_000).optional().describe('Only in this folder.')
const limit = z.number().int().min(1).max(500).default(10).describe('Most results.')
const lineNumber = z.number().int().min(-1_000_000).max(1_000_000).optional()
const success = z.boolean()

const createNoteHere = defineDialectTool(dialect, {
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

const readNote = defineDialectTool(dialect, {
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

const readMetadata = defineDialectTool(dialect, {
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

const updateNoteHere = defineDialectTool(dialect, {
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

const deleteNoteHere = defineDialectTool(dialect, {
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

const listNotesHere = defineDialectTool(dialect, {
  name: 'list_notes',
  title: 'List notes',
  description:
    'Notes of the kiln or of a folder: paths, word counts and dates, with their frontmatter if asked.',
  like: listNotes,
  rest: 'list_notes with a folder',
  input: z.strictObject({
    folder,
    include_frontmatter: z.boolean().default(false).describe('Frontmatter of each, too.'),
    recursive: z.boolean().default(true).describe('False: not in subfolders.'),
  }),
  output: z.object({
    success,
    notes: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        word_count: z.number(),
        size: z.number(),
        modified: z.string(),
        frontmatter: frontmatter.optional(),
      }),
    ),
    folder: z.string().nullable(),
    count: z.number(),
    recursive: z.boolean(),
    message: z.string().optional(),
  }),
  async run({ folder: directory, include_frontmatter: withData, recursive }, vault, ctx) {
    const args = { ...(directory !== undefined && { directory }), recursive, sort: 'path', limit: 1_000 }
    const { notes, total, message } = await callOurs(listNotes, args, listed, { vault, ctx })
    return {
      success: true,
      notes: notes.map(({ metadata, ...note }) => ({ ...note, ...(withData && { frontmatter: metadata }) })),
      folder: directory ?? null,
      count: total,
      recursive,
      ...(message !== undefined && { message }),
    }
  },
})

const listed = z.object({
  notes: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      word_count: z.number(),
      size: z.number(),
      modified: z.string(),
      metadata: frontmatter,
    }),
  ),
  total: z.number(),
  message: z.string().optional(),
})

const textSearch = defineDialectTool(dialect, {
  name: 'text_search',
  title: 'Search text',
  description: 'Lines of notes that contain a text, each with the lines around it, in the order of paths.',
  like: searchText,
  rest: 'text_search with a folder',
  input: z.strictObject({
    query: z.string().min(1).max(5_000).describe('Text to find, as it stands.'),
    folder,
    case_insensitive: z.boolean().default(true).describe('Whether case makes no difference.'),
    limit,
  }),
  output: z.object({
    success,
    query: z.string(),
    matches: z.array(
      z.object({
        path: z.string(),
        line_number: z.number(),
        line_content: z.string(),
        context_before: z.array(z.string()),
        context_after: z.array(z.string()),
      }),
    ),
    count: z.number(),
    total_count: z.number(),
  }),
  async run({ query, folder: within, case_insensitive: isLoose, limit: most }, vault, ctx) {
    const args = {
      pattern: query,
      fixed: true,
      case_sensitive: !isLoose,
      context: 1,
      limit: most,
      ...(within !== undefined && within !== '' && { path_filter: within }),
    }
    const { results, total } = await callOurs(searchText, args, foundLines, { vault, ctx })
    return {
      success: true,
      query,
      matches: results.map((one) => ({
        path: one.path,
        line_number: one.line,
        line_content: one.text,
        context_before: one.before,
        context_after: one.after,
      })),
      count: results.length,
      total_count: total,
    }
  },
})

const foundLines = z.object({
  results: z.array(
    z.object({
      path: z.string(),
      line: z.number(),
      text: z.string(),
      before: z.array(z.string()).default([]),
      after: z.array(z.string()).default([]),
    }),
  ),
  total: z.number(),
})

const propertySearch = defineDialectTool(dialect, {
  name: 'property_search',
  title: 'Search by properties',
  description:
    'Notes whose frontmatter has all of these properties; of a list of values one is enough: {"status":"draft","tags":["a","b"]}.',
  like: searchNotesAdvanced,
  rest: 'property_search with a smaller limit',
  input: z.strictObject({ properties: frontmatter.describe('Properties and their values.'), limit }),
  output: z.object({
    success,
    properties: frontmatter,
    matches: z.array(z.object({ path: z.string(), frontmatter, word_count: z.number() })),
    count: z.number(),
    total_count: z.number(),
  }),
  async run({ properties, limit: most }, vault, ctx) {
    const filters = Object.entries(properties).map(([key, value]) => ({
      any: [value].flat().map((one: unknown) => ({ key, operator: '=', value: one })),
    }))
    const args = { metadata_filters: filters, limit: most }
    const { results, total } = await callOurs(searchNotesAdvanced, args, foundNotes, { vault, ctx })
    return {
      success: true,
      properties,
      matches: results.map((note) => ({
        path: note.path,
        frontmatter: note.metadata,
        word_count: note.word_count,
      })),
      count: results.length,
      total_count: total,
    }
  },
})

const foundNotes = z.object({
  results: z.array(z.object({ path: z.string(), metadata: frontmatter, word_count: z.number() })),
  total: z.number(),
})

const semanticSearch = defineDialectTool(dialect, {
  name: 'semantic_search',
  title: 'Search by meaning',
  description:
    'Notes nearest in meaning to a question, best first, with scores and snippets; only among those with the given properties.',
  like: searchNotes,
  input: z.strictObject({
    query: z.string().min(1).max(10_000).describe('What to look for, in words.'),
    limit: z.number().int().min(1).max(100).default(10).describe('Most results.'),
    properties: frontmatter.optional().describe('Only notes with these properties.'),
  }),
  output: z.object({
    success,
    results: z.array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string(),
        score: z.number(),
        snippet: z.string(),
      }),
    ),
    query: z.string(),
    limit: z.number(),
    message: z.string().optional(),
  }),
  async run({ query, limit: most, properties }, vault, ctx) {
    const filter = properties === undefined ? {} : { metadata: properties }
    const { hits, message } = await searchByMeaning({ query, limit: most, ...filter }, { vault, ctx })
    return {
      success: true,
      results: hits.map(({ path: id, title, score, snippet }) => ({ id, path: id, title, score, snippet })),
      query,
      limit: most,
      ...(message !== null && { message }),
    }
  },
})

const getKilnInfo = defineDialectTool(dialect, {
  name: 'get_kiln_info',
  title: 'State of the kiln',
  description:
    'Root URI of the kiln and counts of its notes, bytes and words; with detailed also index and health.',
  like: getVaultInfo,
  input: z.strictObject({ detailed: z.boolean().default(false).describe('Index and health, too.') }),
  output: z.object({
    success,
    name: z.string(),
    root: z.string(),
    roots: z.array(z.object({ uri: z.string(), name: z.string() })),
    note_count: z.number().nullable(),
    total_size_bytes: z.number().nullable(),
    word_count: z.number().nullable(),
    index: z.looseObject({}).optional(),
    health: z
      .object({
        broken_links: z.number().nullable(),
        unparsable: z.array(z.unknown()),
        settings_problems: z.array(z.string()),
      })
      .optional(),
  }),
  async run({ detailed }, vault, ctx) {
    const info = await callOurs(getVaultInfo, { detailed }, kilnInfo, { vault, ctx })
    const { stats } = info
    const name = folderName(vault)
    return {
      success: true,
      name,
      root: info.root,
      roots: [{ uri: pathToFileURL(vault.root).href, name }],
      note_count: stats?.notes ?? null,
      total_size_bytes: stats?.bytes ?? null,
      word_count: stats?.words ?? null,
      ...(info.index !== undefined && { index: info.index }),
      ...(detailed && {
        health: {
          broken_links: stats?.broken_links ?? null,
          unparsable: info.unparsable,
          settings_problems: info.settings_problems,
        },
      }),
    }
  },
})

const kilnInfo = z.object({
  root: z.string(),
  stats: z
    .object({ notes: z.number(), bytes: z.number(), words: z.number(), broken_links: z.number() })
    .nullable(),
  index: z.looseObject({}).optional(),
  unparsable: z.array(z.unknown()).default([]),
  settings_problems: z.array(z.string()).default([]),
})

/** The tools of kiln. */
export const kiln: readonly Tool[] = [
  createNoteHere,
  readNote,
  readMetadata,
  updateNoteHere,
  deleteNoteHere,
  listNotesHere,
  textSearch,
  propertySearch,
  semanticSearch,
  getKilnInfo,
]
