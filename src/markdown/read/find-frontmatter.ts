import { Code, isSpaceOrTab } from '../text/characters.ts'
import { findForeignHeader } from './foreign-header.ts'

/** Where a note's frontmatter is, as offsets into the whole text. */
export interface FrontmatterPlace {
  /** The opening fence. */
  readonly start: number
  /** The YAML between the fences, with its last line break. */
  readonly yamlStart: number
  readonly yamlEnd: number
  /** After the line break that follows the closing fence. */
  readonly bodyStart: number
}

/**
 * Finds the YAML between a first line `---` and the next line `---`; null where the note has none. A byte-order mark
 * before it and blanks after the dashes are allowed.
 */
export function findFrontmatter(text: string): FrontmatterPlace | null {
  const start = markEnd(text)
  const yamlStart = afterFence(text, start)
  if (yamlStart === -1 || yamlStart === text.length) return null
  for (let line = yamlStart; line !== 0; line = text.indexOf('\n', line) + 1) {
    const after = afterFence(text, line)
    if (after !== -1) return { start, yamlStart, yamlEnd: line, bodyStart: after }
  }
  return null
}

/** Where the Markdown of a note without frontmatter begins: after its byte-order mark and a header that is not flint's. */
export function bodyOffset(text: string): number {
  const start = markEnd(text)
  return findForeignHeader(text, start)?.end ?? start
}

/** Where a note's text begins: after its byte-order mark. */
export function markEnd(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0
}

/** The position after the line at `start` where that is a fence, else -1. */
function afterFence(text: string, start: number): number {
  if (!text.startsWith('---', start)) return -1
  let at = start + 3
  while (isSpaceOrTab(text.charCodeAt(at)) || text.charCodeAt(at) === Code.carriageReturn) at += 1
  if (at === text.length) return at
  return text.charCodeAt(at) === Code.newline ? at + 1 : -1
}
