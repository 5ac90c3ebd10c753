import { stripVTControlCharacters } from 'node:util'
import { parseNote } from '../markdown/read/parse-note.ts'
import type { DocumentDraft } from '../model/document-draft.ts'
import { largest } from '../model/largest.ts'

/** A Markdown document: its frontmatter and the text after it. */
export function readMarkdown(text: string): DocumentDraft {
  const { title, frontmatter } = parseNote(text)
  const { data, bodyStart } = frontmatter
  return {
    title,
    author: textOf(data['author']),
    date: textOf(data['date'] ?? data['published']),
    site: null,
    description: textOf(data['description'] ?? data['abstract']),
    language: textOf(data['lang'] ?? data['language']),
    markdown: text.slice(bodyStart),
    warnings: [],
    pages: null,
  }
}

/** Plain text without a terminal's colours: its lines stay lines, as deep as they are. */
export function readPlainText(text: string): DocumentDraft {
  const unknown = { title: null, author: null, date: null, site: null, description: null, language: null }
  return {
    ...unknown,
    markdown: asMarkdown(stripVTControlCharacters(text.replace(/^\ufeff/, ''))),
    warnings: [],
    pages: null,
  }
}

// A fenced block is one passage for search, however long: one of this length goes on in another at the next blank line.
const longEnough = 1_000

/** Paragraphs that spaces lay out (code, outlines, columns) become a fenced block with those beside them; prose stays prose. */
function asMarkdown(text: string): string {
  const parts = text
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .split(/(\n(?:[^\S\n]*\n)+)/)
  const blocks: { readonly isLaidOut: boolean; text: string }[] = []
  // Every other part is what stands between two paragraphs.
  for (let index = 0; index < parts.length; index += 2) {
    const paragraph = parts[index] ?? ''
    const isLaidOut = isLaidOutBySpaces(paragraph.split('\n'))
    const last = blocks.at(-1)
    const goesOn = last?.isLaidOut === isLaidOut && !(isLaidOut && last.text.length > longEnough)
    if (goesOn) last.text += `${parts[index - 1] ?? ''}${paragraph}`
    else blocks.push({ isLaidOut, text: paragraph })
  }
  return blocks.map((block) => (block.isLaidOut ? fenced(block.text) : escaped(block.text))).join('\n\n')
}

function isLaidOutBySpaces(lines: readonly string[]): boolean {
  const isDeep = (line: string) => /^(?: {0,3}\t| {4})\s*\S/.test(line)
  // Columns take two lines at least; three spaces within one may be an accident.
  if (lines.filter((line) => /\S(?: {3}|\t)\s*\S/.test(line)).length > 1) return true
  const [first = '', second = '', ...others] = lines
  // A list says how deep it is by itself.
  if (!isDeep(first) && lines.every((line) => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line))) return false
  // As in print: the first line is set in, and goes on.
  const isPrinted = first.trim().length > 40 && /^["'“‘«(]?[\p{L}\p{N}]/u.test(second) && !others.some(isDeep)
  return lines.some(isDeep) && !isPrinted
}

function fenced(text: string): string {
  const longest = largest([2, ...(text.match(/`+/g) ?? []).map((run) => run.length)])
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/** Prose without what Markdown would make of its signs, or of a paragraph's first line that is set in. */
function escaped(text: string): string {
  return text
    .replace(/(?<=^|\n[^\S\n]*\n)(?: {4}| {0,3}\t)[^\S\n]*/g, '   ')
    .replace(/^ {0,3}(?=[#>]|=+\s*$|-+\s*$|`{3}|~{3})/gm, '$&\\')
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ') || null
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
