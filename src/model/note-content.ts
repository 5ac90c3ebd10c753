import type { Frontmatter } from './parsed-note.ts'

/**
 * Where a note's content starts, as offset and line: after its frontmatter and the one empty line that usually
 * follows it. What `create_note` was given comes back exactly, and replacing the content keeps that empty line.
 */
export function contentStart(
  text: string,
  { range, header, bodyStart, bodyLine }: Frontmatter,
): { readonly offset: number; readonly line: number } {
  if (range === null && header === null) return { offset: bodyStart, line: bodyLine }
  const separator = /^(?:\r\n|\n|\r)/.exec(text.slice(bodyStart, bodyStart + 2))?.[0].length ?? 0
  return { offset: bodyStart + separator, line: bodyLine + (separator > 0 ? 1 : 0) }
}
