import { blankToAdd } from '../markdown/edit/blank-between.ts'
import { lineEndOf } from '../markdown/text/with-line-ends.ts'
import { hasHead } from '../model/note-content.ts'
import type { Frontmatter } from '../model/parsed-note.ts'

/**
 * Replaces everything from `start` on. Content that begins with an empty line gets one more before it, else that line
 * would be taken for the separator after the frontmatter.
 */
export function replaced(text: string, content: string, start: number, frontmatter: Frontmatter): string {
  const isTaken = isBelowHead(start, frontmatter) && /^\r?\n/.test(content)
  return (
    (content === '' ? text.slice(0, start) : headOf(text, start, frontmatter)) +
    (isTaken ? lineEndOf(text) : '') +
    content
  )
}

/** Inserts content as new lines before those from `start` on. */
export function prepended(text: string, content: string, start: number, frontmatter: Frontmatter): string {
  if (content === '') return text
  const lineBreak = lineEndOf(text)
  const rest = text.slice(start)
  const needsBreak = !content.endsWith('\n') && rest !== ''
  const gap = blankToAdd(content, rest, lineBreak)
  return headOf(text, start, frontmatter) + content + (needsBreak ? lineBreak : '') + gap + rest
}

/** The text before the content. A closing fence at the end of the file gets the line break that it needs. */
function headOf(text: string, start: number, frontmatter: Frontmatter): string {
  const isOpenFence = isBelowHead(start, frontmatter) && text[start - 1] !== '\n'
  return text.slice(0, start) + (isOpenFence ? lineEndOf(text) : '')
}

function isBelowHead(start: number, frontmatter: Frontmatter): boolean {
  return hasHead(frontmatter) && start === frontmatter.bodyStart
}
