import { z } from 'zod'
import { createWholeNote, requireNoteAt } from '../../garden/whole-note.ts'
import { listOutline } from '../../markdown/list-outline.ts'
import { partialHash } from '../../model/partial-hash.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { getBacklinks } from '../links/get-backlinks.ts'
import { createNote } from '../notes/create-note.ts'
import { getNote } from '../notes/get-note.ts'
import { getNoteInfo } from '../notes/get-note-info.ts'
import { listNotes } from '../notes/list-notes.ts'
import { moveNote } from '../notes/move-note.ts'
import { describeNote } from '../notes/note-output.ts'
import { updateNote } from '../notes/update-note.ts'
import { findRelatedNotes } from '../search/find-related-notes.ts'
import { searchNotes } from '../search/search-notes.ts'
import { getTags } from '../tags/get-tags.ts'
import type { ToolContext } from '../tool-context.ts'
import type { Tool } from '../tool.ts'
import { callOurs, defineDialectTool, defineEverywhereTool } from './define-dialect-tool.ts'
import { nameIn, notesAppDialect as dialect } from './notes-app-dialect.ts'
import { searchByMeaning } from './search-by-meaning.ts'
import { sliceLines } from './slice-lines.ts'
import { wouldChange } from './would-change.ts'

const vaultInput = { vault: z.string().min(1).max(1_000).optional().describe('Vault, else the active one.') }
const anyVault = { vault: z.string().min(1).max(1_000).optional().describe('Vault, else all of them.') }
const path = z.string().min(1).max(1_000).describe('Path of the note in its vault.')
const content = z.string().max(10_000_000)
const lineNumber = z.number().int().min(1).max(10_000_000).optional()
const heading = z.object({ level: z.number(), text: z.string(), line_number: z.number() })
const frontmatterMap = z.record(z.string(), z.unknown())

/** How a result says which note it is. */
const place = {
  vault: z.string(),
  vault_id: z.string().optional(),
  vault_path: z.string(),
  relative_path: z.string(),
}
const counts = { total_count: z.number(), returned_count: z.number() }

interface Where {
  readonly vault: VaultContext
  readonly ctx: ToolContext
}

async function placeIn({ vault, ctx }: Where) {
  return { vault: await nameIn(vault.id, ctx.vaults), vault_path: vault.root }
}

const hit = z.object({ ...place, filename: z.string(), score: z.number(), snippet: z.string() })
const hits = z.object({ query: z.string(), ...counts, results: z.array(hit), message: z.string().optional() })

/** The best of all vaults, and how many there are. */
function best(parts: readonly z.output<typeof hits>[], { query, limit }: { query: string; limit: number }) {
  const all = parts.flatMap(({ results }) => results).sort((a, b) => b.score - a.score)
  const results = all.slice(0, limit)
  const message = parts.find((part) => part.message !== undefined)?.message
  return {
    query,
    total_count: parts.reduce((sum, part) => sum + part.total_count, 0),
    returned_count: results.length,
    results,
    ...(message !== undefined && { message }),
  }
}

const semanticSearch = defineEverywhereTool(dialect, {
  name: 'semantic_search',
  title: 'Search by meaning',
  description:
    'Notes nearest in meaning to a question that need not share a word with it, best first, with their snippets; the score is the cosine.',
  like: searchNotes,
  list: 'results',
  input: z.strictObject({
    query: z.string().min(1).max(10_000).describe('The question, in words.'),
    limit: z.number().int().min(1).max(50).default(10).describe('Most results.'),
    ...anyVault,
  }),
  output: hits,
  async run({ query, limit }, vault, ctx) {
    const where = await placeIn({ vault, ctx })
    const found = await searchByMeaning({ query, limit }, { vault, ctx })
    const results = found.hits.map(({ path: id, filename, score, snippet }) => ({
      ...where,
      relative_path: id,
      filename,
      score,
      snippet,
    }))
    return {
      query,
      total_count: found.total,
      returned_count: results.length,
      results,
      ...(found.message !== null && { message: found.message }),
    }
  },
  merge: best,
})

const relatedNotes = defineDialectTool(dialect, {
  name: 'related_notes',
  title: 'Related notes',
  description: 'Notes nearest in meaning to one note, best first.',
  like: findRelatedNotes,
  input: z.strictObject({
    relative_path: path,
    limit: z.number().int().min(1).max(50).default(10).describe('Most results.'),
    ...vaultInput,
  }),
  output: z.object({
    vault: z.string(),
    source: z.string(),
    ...counts,
    results: z.array(z.object({ ...place, filename: z.string(), score: z.number() })),
  }),
  async run({ relative_path: named, limit }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const { related, total } = await callOurs(findRelatedNotes, { identifier: id, limit }, foundRelated, {
      vault,
      ctx,
    })
    const where = await placeIn({ vault, ctx })
    return {
      vault: where.vault,
      source: id,
      total_count: total,
      returned_count: related.length,
      results: related.map((note) => ({
        ...where,
        relative_path: note.path,
        filename: note.filename,
        score: note.score,
      })),
    }
  },
})

const foundRelated = z.object({
  related: z.array(z.object({ path: z.string(), filename: z.string(), score: z.number() })),
  total: z.number(),
})

const search = defineEverywhereTool(dialect, {
  name: 'search',
  title: 'Search by words',
  description:
    'Notes with these words or "phrases", best first, in all vaults. tag:x (repeat for all of several) and path:folder in the query narrow it.',
  like: searchNotes,
  list: 'results',
  input: z.strictObject({
    query: z.string().max(10_000).describe('Words, phrases and operators.'),
    limit: z.number().int().min(1).max(100).default(20).describe('Most results.'),
  }),
  output: hits,
  async run({ query, limit }, vault, ctx) {
    const where = await placeIn({ vault, ctx })
    const { results, total } = await callOurs(searchNotes, { query, limit, mode: 'keyword' }, foundHits, {
      vault,
      ctx,
    })
    return {
      query,
      total_count: total,
      returned_count: results.length,
      results: results.map((note) => ({
        ...where,
        relative_path: note.path,
        filename: note.filename,
        score: note.score,
        snippet: note.snippet,
      })),
    }
  },
  merge: best,
})

const foundHits = z.object({
  results: z.array(
    z.object({ path: z.string(), filename: z.string(), score: z.number(), snippet: z.string() }),
  ),
  total: z.number(),
})

const backlinks = defineDialectTool(dialect, {
  name: 'backlinks',
  title: 'What links to a note',
  description:
    'Links to a note from others with line and context, and where it is named as plain text without a link.',
  like: getBacklinks,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({
    vault: z.string(),
    relative_path: z.string(),
    linked: z.array(
      z.object({
        vault: z.string(),
        relative_path: z.string(),
        line_number: z.number(),
        display_text: z.string().nullable(),
        context: z.string(),
      }),
    ),
    unlinked: z.array(
      z.object({
        vault: z.string(),
        relative_path: z.string(),
        line_number: z.number(),
        context_line: z.string(),
      }),
    ),
  }),
  async run({ relative_path: named }, vault, ctx) {
    const id = await requireNoteAt(vault, named)
    const args = { identifier: id, include_unlinked: true, limit: 1_000 }
    const { backlinks: found } = await callOurs(getBacklinks, args, foundBacklinks, { vault, ctx })
    const { vault: name } = await placeIn({ vault, ctx })
    return {
      vault: name,
      relative_path: id,
      linked: found
        .filter(({ unlinked }) => !unlinked)
        .map((link) => ({
          vault: name,
          relative_path: link.path,
          line_number: link.line_number,
          display_text: link.link_text,
          context: link.excerpt,
        })),
      unlinked: found
        .filter(({ unlinked }) => unlinked)
        .map((link) => ({
          vault: name,
          relative_path: link.path,
          line_number: link.line_number,
          context_line: link.excerpt,
        })),
    }
  },
})

const foundBacklinks = z.object({
  backlinks: z.array(
    z.object({
      path: z.string(),
      line_number: z.number(),
      link_text: z.string().nullable(),
      excerpt: z.string(),
      unlinked: z.boolean().default(false),
    }),
  ),
})

const tags = defineEverywhereTool(dialect, {
  name: 'tags',
  title: 'Tags and their notes',
  description:
    'All tags of all vaults with the number of notes (mode all), or with tag the notes that carry it (mode by_tag).',
  like: getTags,
  list: 'files',
  input: z.strictObject({
    tag: z.string().min(1).max(200).optional().describe('List the notes with this tag.'),
  }),
  output: z.object({
    mode: z.enum(['all', 'by_tag']),
    tag: z.string().optional(),
    all_tags: z.array(z.object({ tag: z.string(), count: z.number() })).optional(),
    files: z.array(z.object(place)).optional(),
  }),
  async run({ tag }, vault, ctx) {
    const args = { limit: 2_000, ...(tag !== undefined && { tag }) }
    const { tags: found } = await callOurs(getTags, args, foundTags, { vault, ctx })
    if (tag === undefined) {
      return { mode: 'all' as const, all_tags: found.map((one) => ({ tag: one.tag, count: one.count })) }
    }
    const where = await placeIn({ vault, ctx })
    return {
      mode: 'by_tag' as const,
      tag,
      files: found.map(({ id }) => ({ ...where, relative_path: id })),
    }
  },
  merge(parts, { tag }) {
    if (tag !== undefined)
      return { mode: 'by_tag' as const, tag, files: parts.flatMap(({ files }) => files ?? []) }
    const sums = new Map<string, { tag: string; count: number }>()
    for (const one of parts.flatMap(({ all_tags: all }) => all ?? [])) {
      const key = one.tag.toLowerCase()
      sums.set(key, { tag: sums.get(key)?.tag ?? one.tag, count: (sums.get(key)?.count ?? 0) + one.count })
    }
    return { mode: 'all' as const, all_tags: [...sums.values()].sort((a, b) => b.count - a.count) }
  },
})

const foundTags = z.object({
  tags: z.array(z.object({ tag: z.string(), count: z.number().default(0), id: z.string().default('') })),
})

const readNote = defineDialectTool(dialect, {
  name: 'read_note',
  title: 'Read a note',
  description:
    'The text of a note with its frontmatter, or a range of its lines, and its content_hash, size, time, properties, headings and tags.',
  like: getNote,
  rest: 'read_note with start_line',
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
    const part = sliceLines(file.text, { start, end })
    const { tags: found, metadata } = describeNote(note)
    const isWhole = part.text === file.text
    const isRange = start !== undefined || end !== undefined
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      relative_path: file.path,
      content: part.text,
      content_hash: isWhole ? file.hash : partialHash(file.hash),
      size_bytes: file.stamp.size,
      modified_at: new Date(file.stamp.mtime).toISOString(),
      frontmatter: metadata,
      headings: outlineOf(note.parsed),
      tags: found,
      ...(isRange && { line_range: { start: part.start, end: part.end } }),
    }
  },
})

function outlineOf(note: Parameters<typeof listOutline>[0]) {
  return listOutline(note).map(({ level, text, line }) => ({ level, text, line_number: line }))
}

const listNotesHere = defineEverywhereTool(dialect, {
  name: 'list_notes',
  title: 'List notes',
  description: 'Notes as they are on disk now, of all vaults or one, all or those below a folder.',
  like: listNotes,
  list: 'notes',
  rest: 'list_notes with under',
  input: z.strictObject({
    under: z.string().max(1_000).optional().describe('Only in this folder and below.'),
    ...anyVault,
  }),
  output: z.object({
    notes: z.array(
      z.object({
        vault: z.string(),
        vault_id: z.string().optional(),
        relative_path: z.string(),
        filename: z.string(),
        modified_at: z.string(),
        size_bytes: z.number(),
      }),
    ),
  }),
  async run({ under }, vault, ctx) {
    const args = { sort: 'path', limit: 1_000, ...(under !== undefined && { directory: under }) }
    const { notes } = await callOurs(listNotes, args, listed, { vault, ctx })
    const name = await nameIn(vault.id, ctx.vaults)
    return {
      notes: notes.map((note) => ({
        vault: name,
        relative_path: note.path,
        filename: note.filename,
        modified_at: note.modified,
        size_bytes: note.size,
      })),
    }
  },
  merge: (parts) => ({ notes: parts.flatMap(({ notes }) => notes) }),
})

const listed = z.object({
  notes: z.array(
    z.object({ path: z.string(), filename: z.string(), modified: z.string(), size: z.number() }),
  ),
})

const noteMark = { vault: z.string(), relative_path: z.string() }

const outline = defineDialectTool(dialect, {
  name: 'outline',
  title: 'Headings of a note',
  description: 'The headings of a note with their level, text and line.',
  like: getNoteInfo,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({ ...noteMark, headings: z.array(heading) }),
  async run({ relative_path: named }, vault, ctx) {
    const { file, parsed } = await vault.notes.read(await requireNoteAt(vault, named))
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      relative_path: file.path,
      headings: outlineOf(parsed),
    }
  },
})

const frontmatter = defineDialectTool(dialect, {
  name: 'frontmatter',
  title: 'Frontmatter of a note',
  description: 'The frontmatter of a note by key, and whether it has one.',
  like: getNoteInfo,
  input: z.strictObject({ relative_path: path, ...vaultInput }),
  output: z.object({ ...noteMark, frontmatter: frontmatterMap, has_frontmatter: z.boolean() }),
  async run({ relative_path: named }, vault, ctx) {
    const { file, parsed } = await vault.notes.read(await requireNoteAt(vault, named))
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      relative_path: file.path,
      frontmatter: { ...parsed.frontmatter.data },
      has_frontmatter: parsed.frontmatter.range !== null,
    }
  },
})

const createNoteHere = defineDialectTool(dialect, {
  name: 'create_note',
  title: 'Create a note',
  description:
    'Create a note whose file is the content, with its folders. One that is there is a note_exists error.',
  like: createNote,
  input: z.strictObject({
    relative_path: path,
    content: content.describe('The whole file, with its frontmatter if it has one.'),
    ...vaultInput,
  }),
  output: z.object({
    ...noteMark,
    content_hash: z.string(),
    size_bytes: z.number(),
    created_at: z.string(),
  }),
  async run(input, vault, ctx) {
    const { path: id } = await create(input, vault, false)
    const { modified_at: createdAt, ...facts } = await factsOf(vault, id, ctx)
    return { ...facts, created_at: createdAt }
  },
  preview: async (input, vault) => wouldChange(await create(input, vault, true)),
})

async function create(
  { relative_path: named, content: text }: { readonly relative_path: string; readonly content: string },
  vault: VaultContext,
  dryRun: boolean,
) {
  return await createWholeNote(vault, { path: named, text }, { tool: 'create_note', dryRun })
}

const moveNoteHere = defineDialectTool(dialect, {
  name: 'move_note',
  title: 'Move a note',
  description:
    'Move or rename a note within its vault. Links to it are rewritten and keep heading and shown text. Returns links_rewritten.',
  like: moveNote,
  input: z.strictObject({
    from_path: path,
    to_path: z.string().min(1).max(1_000).describe('Its new path; the folder must be there.'),
    ...vaultInput,
  }),
  output: z.object({
    vault: z.string(),
    from: z.string(),
    to: z.string(),
    links_rewritten: z.array(z.object({ relative_path: z.string(), count: z.number() })),
  }),
  async run({ from_path: from, to_path: to }, vault, ctx) {
    const identifier = await requireNoteAt(vault, from)
    const moved = await callOurs(moveNote, { identifier, to }, movedNote, { vault, ctx })
    return {
      vault: await nameIn(vault.id, ctx.vaults),
      from: moved.old_path,
      to: moved.new_path,
      links_rewritten: moved.updated_references.map(({ id, links }) => ({ relative_path: id, count: links })),
    }
  },
  async preview({ from_path: from, to_path: to }, vault, ctx) {
    const args = { identifier: await requireNoteAt(vault, from), to, dry_run: true }
    return await callOurs(moveNote, args, z.looseObject({}), { vault, ctx })
  },
})

const movedNote = z.object({
  old_path: z.string(),
  new_path: z.string(),
  updated_references: z.array(z.object({ id: z.string(), links: z.number() })),
})

const updateNoteHere = defineDialectTool(dialect, {
  name: 'update_note',
  title: 'Change a note',
  description:
    'replace overwrites the whole file, append adds to its end, prepend inserts below the frontmatter. With expected_content_hash a note that has changed since is a stale_content error.',
  like: updateNote,
  input: z.strictObject({
    relative_path: path,
    content: content.describe('Markdown to write.'),
    mode: z.enum(['replace', 'append', 'prepend']).describe('What it does to the note.'),
    expected_content_hash: z.string().max(100).optional().describe('The content_hash that read_note gave.'),
    ...vaultInput,
  }),
  output: z.object({
    ...noteMark,
    mode: z.string(),
    content_hash: z.string(),
    size_bytes: z.number(),
    modified_at: z.string(),
  }),
  async run(input, vault, ctx) {
    const { path: id } = await update(input, vault, false)
    return { mode: input.mode, ...(await factsOf(vault, id, ctx)) }
  },
  preview: async (input, vault) => wouldChange(await update(input, vault, true)),
})

interface Update {
  readonly relative_path: string
  readonly content: string
  readonly mode: 'replace' | 'append' | 'prepend'
  readonly expected_content_hash?: string | undefined
}

async function update(
  { relative_path: named, content: text, mode, expected_content_hash: contentHash }: Update,
  vault: VaultContext,
  dryRun: boolean,
) {
  const id = await requireNoteAt(vault, named)
  const options = { tool: 'update_note', dryRun }
  if (mode !== 'replace') {
    return await vault.notes.update({ identifier: id, content: text, mode, contentHash }, options)
  }
  const whole = { ...options, contentHash, replacesAll: true }
  return await vault.writer.edit(id, whole, () => ({ text, hasOwnDate: true }))
}

/** What a write says of the file as it is now. */
async function factsOf(vault: VaultContext, id: string, ctx: ToolContext) {
  const { file } = await vault.notes.read(id)
  return {
    vault: await nameIn(vault.id, ctx.vaults),
    relative_path: file.path,
    content_hash: file.hash,
    size_bytes: file.stamp.size,
    modified_at: new Date(file.stamp.mtime).toISOString(),
  }
}

/** The tools of a notes app. */
export const notesApp: readonly Tool[] = [
  semanticSearch,
  relatedNotes,
  search,
  backlinks,
  tags,
  readNote,
  listNotesHere,
  outline,
  frontmatter,
  createNoteHere,
  moveNoteHere,
  updateNoteHere,
]
