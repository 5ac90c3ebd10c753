import type { ParsedNote, SourceRange } from '../../model/parsed-note.ts'
import { cutSection, type ChunkLimits } from './cut-section.ts'
import { findLineStarts, lineAt } from '../text/line-starts.ts'

/** A section of a note, or a part of a long one, for semantic search. */
export interface Chunk {
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  /** Without its heading and the blank lines around it; for a section that is only a heading, that heading. */
  readonly range: SourceRange
  readonly line: number
  readonly lastLine: number
}

// In a note with more sections than a book has pages, the rest is found by its words only.
const mostChunks = 2_000

/**
 * The chunks of a note for semantic search, in order. A section is a chunk; one that is too long is cut between
 * paragraphs, else between sentences, and never inside a fence.
 *
 *     chunkNote(parseNote(text), text, { tokens: 256, overlap: 32 })[0]?.headings   // ['Plan', 'Costs']
 */
export function chunkNote(note: ParsedNote, text: string, limits: ChunkLimits): readonly Chunk[] {
  const lineStarts = findLineStarts(text)
  const chunks: Chunk[] = []
  for (const { headings, range } of listParts(note, text)) {
    for (const piece of cutSection(text, range, limits)) {
      if (chunks.length === mostChunks) return chunks
      const line = lineAt(lineStarts, piece.start)
      chunks.push({ headings, range: piece, line, lastLine: lineAt(lineStarts, piece.end - 1) })
    }
  }
  return chunks
}

type Part = Pick<Chunk, 'headings' | 'range'>

/** The text before the first heading, then each heading's own text without its subsections. */
function listParts({ headings, frontmatter }: ParsedNote, text: string): readonly Part[] {
  const path: { readonly level: number; readonly text: string }[] = []
  const parts: Part[] = []
  const add = (range: SourceRange) => {
    if (range.end <= range.start) return
    parts.push({ headings: path.map((heading) => heading.text).filter(Boolean), range })
  }
  add(trimmed(text, frontmatter.bodyStart, headings[0]?.range.start ?? text.length))
  headings.forEach((heading, index) => {
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
    path.push(heading)
    const next = headings[index + 1]
    const own = trimmed(text, heading.range.end, next?.range.start ?? text.length)
    if (own.end > own.start) add(own)
    else if (next === undefined || next.level <= heading.level) add(heading.range)
  })
  return parts
}

function trimmed(text: string, start: number, end: number): SourceRange {
  const part = text.slice(start, end)
  // A note's first character may be a byte-order mark, which counts as space.
  const blank = /^(?:[^\S\n]*\n)*/.exec(part)?.[0].length ?? 0
  return { start: start + blank, end: start + Math.max(blank, part.trimEnd().length) }
}
