import { readFrontmatter } from './read-frontmatter.ts'
import { renderFrontmatter } from '../edit/render-frontmatter.ts'
import { withLineEnds } from '../text/with-line-ends.ts'

/** Where a document is from, and when it was ingested if that is known. */
export interface DocumentOrigin {
  readonly source: string
  readonly ingested: string | null
}

/**
 * Makes a note of a document: its text, even its own frontmatter, follows unchanged after a frontmatter that says what
 * it is. Links, tags and tasks of such a text are its author's and mean nothing in the vault.
 */
export function documentNote(text: string, { source, ingested }: DocumentOrigin): string {
  const mark = /^\ufeff?/.exec(text)?.[0] ?? ''
  const header = renderFrontmatter({
    source,
    source_type: 'document',
    ...(ingested !== null && { ingested }),
    untrusted: true,
  })
  return `${mark}${withLineEnds(header, text)}${text.slice(mark.length)}`
}

/** Restores the document's own text; null for any other note. */
export function documentText(text: string): string | null {
  const { data, range } = readFrontmatter(text)
  if (range === null || !isDocument(data)) return null
  return text.slice(0, range.start) + text.slice(range.end)
}

/** Whether a frontmatter marks a document. */
export function isDocument(data: Readonly<Record<string, unknown>>): boolean {
  return data['source_type'] === 'document' && data['untrusted'] === true
}
