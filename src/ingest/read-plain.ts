import { parseNote } from '../markdown/read/parse-note.ts'
import type { DocumentDraft } from '../model/document-draft.ts'

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

/** Plain text: its lines stay lines. */
export function readPlainText(text: string): DocumentDraft {
  const unknown = { title: null, author: null, date: null, site: null, description: null, language: null }
  return { ...unknown, markdown: asMarkdown(text.replace(/^\ufeff/, '')), warnings: [], pages: null }
}

/** Escapes characters that would give a plain line a meaning in Markdown. */
function asMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) =>
      line.replace(/^\s{0,3}(?=[#>]|=+\s*$|-+\s*$|(?:`{3}|~{3}))/, '\\').replace(/^ {4,}|^\t+/, '   '),
    )
    .join('\n')
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ') || null
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
