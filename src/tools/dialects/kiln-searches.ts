import { z } from 'zod'
import { listNotes } from '../notes/list-notes.ts'
import { searchNotes } from '../search/search-notes.ts'
import { searchNotesAdvanced } from '../search/search-notes-advanced.ts'
import { searchText } from '../search/search-text.ts'
import { callOurs, defineDialectTool } from './define-dialect-tool.ts'
import { frontmatter, kilnDialect, success } from './kiln-dialect.ts'
import { searchByMeaning } from './search-by-meaning.ts'

const folder = z.string().max(1_000).optional().describe('Only in this folder.')
const limit = z.number().int().min(1).max(500).default(10).describe('Most results.')

export const listNotesHere = defineDialectTool(kilnDialect, {
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

export const textSearch = defineDialectTool(kilnDialect, {
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

export const propertySearch = defineDialectTool(kilnDialect, {
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

export const semanticSearch = defineDialectTool(kilnDialect, {
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
