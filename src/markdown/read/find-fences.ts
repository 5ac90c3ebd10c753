import type { SourceRange } from '../../model/parsed-note.ts'

// Far more than comes before a fence, or after it on its line.
const mostOfLine = 1_000
// In quotes and lists, too: what precedes the marks does not matter here.
const fenceLine = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}|~{3,})(.*)$/

/**
 * The fenced blocks in a part of a text, as whole lines with their marks; one that is never closed ends with the part.
 *
 *     findFences('a\n```\ncode\n```\n', { start: 0, end: 16 })   // [{ start: 2, end: 16 }]
 */
export function findFences(text: string, { start, end }: SourceRange): readonly SourceRange[] {
  const fences: SourceRange[] = []
  let open: { readonly start: number; readonly marks: string } | null = null
  for (let from = start; from < end;) {
    const at = text.indexOf('\n', from)
    const next = at === -1 || at >= end ? end : at + 1
    const [, marks, rest = ''] =
      fenceLine.exec(text.slice(from, Math.min(next, from + mostOfLine)).trimEnd()) ?? []
    if (marks !== undefined) {
      if (open === null) {
        // Marks that are closed in their own line are code within a sentence.
        if (marks.startsWith('~') || !rest.includes('`')) open = { start: from, marks }
      } else if (marks.startsWith(open.marks) && rest.trim() === '') {
        fences.push({ start: open.start, end: next })
        open = null
      }
    }
    from = next
  }
  if (open !== null) fences.push({ start: open.start, end })
  return fences
}
