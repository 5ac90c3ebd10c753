import { z } from 'zod'
import { listOutline } from '../../markdown/list-outline.ts'
import { findSections } from '../../markdown/find-sections.ts'
import { VaultError } from '../../model/vault-error.ts'
import { partialHash, type ReadNote } from '../../vault/note-manager.ts'
import { defineVaultTool } from '../define-tool.ts'
import { filterFields } from '../filter-fields.ts'
import { jsonBytes } from '../fit-result.ts'
import { contentOf, describeNote } from './note-output.ts'

export const readNoteShape = {
  id: z.string().optional(),
  path: z.string().optional(),
  filename: z.string().optional(),
  type: z.string().optional(),
  title: z.string().optional(),
  created: z.string().optional(),
  updated: z.string().optional(),
  content: z.string().optional(),
  content_hash: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  raw_frontmatter: z.string().optional(),
  headings: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).optional(),
  tags: z.array(z.string()).optional(),
  links: z.number().optional(),
  total_lines: z.number().optional(),
  lines_returned: z.number().optional(),
  start_line: z.number().optional(),
  agent_instructions: z.string().optional(),
  untrusted: z.boolean().optional(),
  problem: z.string().optional(),
  rest: z.string().optional(),
}

export const getNote = defineVaultTool({
  name: 'get_note',
  title: 'Read a note',
  toolset: 'notes',
  description:
    'Read one note by id or title: content (the body), content_hash for update_note, metadata, headings, tags, and its type’s agent_instructions. A long note comes as outline and beginning; ask for the rest by section or lines.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  rest: 'get_note with section or start_line',
  input: z.object({
    identifier: z.string().min(1).max(1_000).optional().describe('Note id (projects/site.md) or title.'),
    title: z.string().min(1).max(1_000).optional().describe('Title, instead of identifier.'),
    section: z.string().min(1).max(500).optional().describe('Only the section under this heading.'),
    start_line: z
      .number()
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .optional()
      .describe('First line; negative from the end.'),
    end_line: z.number().int().min(-1_000_000).max(1_000_000).optional().describe('Last line, included.'),
    max_chars: z.number().int().min(200).max(500_000).default(25_000).describe('Longest content to return.'),
  }),
  output: z.object(readNoteShape),
  async handler({ identifier, title, fields, ...part }, vault) {
    const named = identifier ?? title
    if (named === undefined || (identifier !== undefined && title !== undefined)) {
      throw new VaultError('INVALID_ARGUMENT', 'Give either identifier or title.', {
        hint: 'identifier takes a note id such as projects/site.md, or a title.',
      })
    }
    await vault.settled()
    const path = title === undefined ? named : await vault.finder.findByTitle(title)
    const note = await vault.notes.read(path)
    const { agentInstructions } = await vault.types.guidance(note.type)
    return filterFields(showNote(note, part, agentInstructions), fields)
  },
})

export interface NotePart {
  readonly section?: string | undefined
  readonly start_line?: number | undefined
  readonly end_line?: number | undefined
  readonly max_chars: number
}

/** A note, or the part of it that was asked for, as tools return it. */
export function showNote(note: ReadNote, part: NotePart, agentInstructions: string) {
  const { file, parsed } = note
  const { metadata, ...described } = describeNote(note)
  const facts = {
    ...described,
    metadata,
    ...(parsed.frontmatter.range !== null && { raw_frontmatter: parsed.frontmatter.raw }),
    headings: [...listOutline(parsed)],
    links: parsed.links.length,
    total_lines: parsed.lineCount,
    ...(agentInstructions !== '' && { agent_instructions: agentInstructions }),
    ...(isUntrusted(metadata) && { untrusted: true }),
    ...(parsed.frontmatter.problem !== null && { problem: parsed.frontmatter.problem }),
  }
  const mostBytes = Math.max(leastBytes, bytesOfResult - jsonBytes(facts))
  const { content, startLine, isWhole, rest } = cut(note, part, mostBytes)
  return {
    ...facts,
    content,
    content_hash: isWhole ? file.hash : partialHash(file.hash),
    ...(!isWhole && { start_line: startLine, lines_returned: countLines(content) }),
    ...(rest !== null && { rest }),
  }
}

// Of the 32 kB of a result, some are for the vault, the hash and the call for the rest.
const bytesOfResult = 31_000
const leastBytes = 8_000

interface Cut {
  readonly content: string
  readonly startLine: number
  readonly isWhole: boolean
  /** The call that gets what is missing; null where nothing is. */
  readonly rest: string | null
}

function cut(note: ReadNote, part: NotePart, mostBytes: number): Cut {
  const { section, start_line: start, end_line: end, max_chars: most } = part
  const limits = { most, mostBytes }
  if (section !== undefined) return shorten(note, sectionOf(note, section), limits, false)
  if (start !== undefined || end !== undefined) return shorten(note, linesOf(note, start, end), limits, false)
  const { content, firstLine } = contentOf(note)
  return shorten(note, { text: content, line: firstLine }, limits, true)
}

interface Limits {
  /** Characters that were asked for. */
  readonly most: number
  /** Bytes for which a result has room. */
  readonly mostBytes: number
}

function shorten(
  { file }: ReadNote,
  { text, line }: { readonly text: string; readonly line: number },
  limits: Limits,
  isAll: boolean,
): Cut {
  const room = roomFor(text, limits)
  if (text.length <= room) return { content: text, startLine: line, isWhole: isAll, rest: null }
  const lastBreak = text.lastIndexOf('\n', room - 1)
  const content = text.slice(0, lastBreak > 0 ? lastBreak + 1 : room)
  const next = line + countLines(content)
  const isInLine = lastBreak <= 0 ? ` Line ${line} is too long to be shown whole.` : ''
  return {
    content,
    startLine: line,
    isWhole: false,
    rest: `${text.length - content.length} characters are left out: call get_note with identifier "${file.path}" and start_line ${next}, or with section.${isInLine}`,
  }
}

/** How many of the text's characters may be shown: as many as asked for, and never more than a result can hold. */
function roomFor(text: string, { most, mostBytes }: Limits): number {
  let room = Math.min(most, text.length)
  for (;;) {
    const bytes = jsonBytes(text.slice(0, room))
    if (bytes <= mostBytes) break
    room = Math.floor((room * mostBytes) / bytes)
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) ? room - 1 : room
}

function countLines(text: string): number {
  const breaks = text.match(/\n/g)?.length ?? 0
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1
}

function sectionOf(
  { file, parsed }: ReadNote,
  name: string,
): { readonly text: string; readonly line: number } {
  const found = findSections(parsed, name)
  switch (found.kind) {
    case 'resolved': {
      const heading = parsed.headings[found.section.heading]
      return {
        text: file.text.slice(found.section.range.start, found.section.range.end),
        line: heading?.line ?? 1,
      }
    }
    case 'ambiguous':
      throw new VaultError('SECTION_NOT_FOUND', `${file.path} has several sections called "${name}".`, {
        path: file.path,
        lines: [...found.lines],
        hint: 'Name the sections above it too ("Parent > Child"), or read it by start_line.',
      })
    case 'missing':
      throw new VaultError('SECTION_NOT_FOUND', `${file.path} has no section "${name}".`, {
        path: file.path,
        headings: listOutline(parsed).map(({ text }) => text),
        hint: 'Use one of its headings.',
      })
  }
}

/** Lines of the whole file, as editors number them. */
function linesOf(
  { file, parsed }: ReadNote,
  start = 1,
  end = -1,
): { readonly text: string; readonly line: number } {
  const lines = file.text.split(/(?<=\n)/)
  const count = parsed.lineCount
  const first = Math.max(1, start < 0 ? count + start + 1 : Math.max(1, start))
  const last = Math.min(count, end < 0 ? count + end + 1 : end)
  if (first > count || last < first) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      `${file.path} has no lines ${start} to ${end}: it has ${count}.`,
      {
        path: file.path,
        total_lines: count,
      },
    )
  }
  return { text: lines.slice(first - 1, last).join(''), line: first }
}

function isUntrusted(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata['source_type'] === 'ingested' || metadata['untrusted'] === true
}
