import { findSections } from '../../markdown/read/find-sections.ts'
import { headingKey } from '../../markdown/read/heading-key.ts'
import type { LinkTarget } from '../../markdown/read/link-target.ts'
import type { ParsedNote, SourceRange } from '../../model/parsed-note.ts'

/** The part of a note that an embed shows: all below its frontmatter, a section, or a block. Null where it has no such part. */
export function embedPart(
  text: string,
  note: ParsedNote,
  { heading, block }: Pick<LinkTarget, 'heading' | 'block'>,
): SourceRange | null {
  if (block !== null) return blockPart(text, note, block)
  if (heading !== null) return sectionPart(note, heading)
  return { start: note.frontmatter.bodyStart, end: text.length }
}

function sectionPart(note: ParsedNote, heading: string): SourceRange | null {
  const found = findSections(note, heading)
  if (found.kind === 'resolved') return found.section.range
  const key = headingKey(heading.slice(heading.lastIndexOf('#') + 1))
  const byId = note.headings.findIndex(({ id }) => id !== undefined && headingKey(id) === key)
  const index = byId === -1 ? note.headings.findIndex(({ text }) => headingKey(text) === key) : byId
  return note.sections.find((section) => section.heading === index)?.range ?? null
}

/** The lines around a block id; one that stands alone belongs to what is above it. */
function blockPart(text: string, note: ParsedNote, block: string): SourceRange | null {
  const found = note.blocks.find(({ id }) => id.toLowerCase() === block.toLowerCase())
  if (found === undefined) return null
  const lineStart = text.lastIndexOf('\n', found.range.start) + 1
  const isAlone = text.slice(lineStart, found.range.start).trim() === ''
  const end = endOfLine(text, found.range.end)
  if (isAlone) {
    const above = text.slice(0, lineStart).trimEnd().length
    return { start: startOfBlock(text, above, note.frontmatter.bodyStart), end: above }
  }
  const indent = listIndent(text.slice(lineStart, end))
  if (indent === null)
    return {
      start: startOfBlock(text, found.range.start, note.frontmatter.bodyStart),
      end: endOfBlock(text, end),
    }
  return { start: lineStart, end: endOfItem(text, end, indent) }
}

function listIndent(line: string): number | null {
  return /^(\s*)(?:[-*+]|\d{1,9}[.)])\s/.exec(line)?.[1]?.length ?? null
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function startOfBlock(text: string, at: number, first: number): number {
  const gap = [...text.slice(first, at).matchAll(/\n[ \t\r]*\n/g)].at(-1)
  return gap === undefined ? first : first + gap.index + gap[0].length
}

function endOfBlock(text: string, at: number): number {
  const gap = /\n[ \t\r]*\n/.exec(text.slice(at))
  return gap === null ? text.length : at + gap.index
}

/** A list item goes on with what is indented deeper than it. */
function endOfItem(text: string, at: number, indent: number): number {
  let end = at
  while (end < text.length) {
    const next = endOfLine(text, end + 1)
    const line = text.slice(end + 1, next)
    if (line.trim() === '' || line.length - line.trimStart().length <= indent) return end
    end = next
  }
  return end
}
