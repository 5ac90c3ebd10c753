import type { Frontmatter } from './parsed-note.ts'

/** Whether a note begins with frontmatter, or with the header of another program in its place. */
export function hasHead({ range, header }: Frontmatter): boolean {
  return range !== null || header !== null
}

/**
 * Where a note's content starts, as offset and line: after its frontmatter and the one empty line that usually
 * follows it. What `create_note` was given comes back exactly, and replacing the content keeps that empty line.
 */
export function contentStart(
  text: string,
  frontmatter: Frontmatter,
): { readonly offset: number; readonly line: number } {
  const { bodyStart, bodyLine } = frontmatter
  if (!hasHead(frontmatter)) return { offset: bodyStart, line: bodyLine }
  const separator = /^(?:\r\n|\n|\r)/.exec(text.slice(bodyStart, bodyStart + 2))?.[0].length ?? 0
  return { offset: bodyStart + separator, line: bodyLine + (separator > 0 ? 1 : 0) }
}
