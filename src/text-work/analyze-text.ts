import { countWords } from '../markdown/text/count-words.ts'
import { findStaleParts, type StalePart } from '../markdown/edit/find-stale-parts.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import type { ParsedNote } from '../model/parsed-note.ts'

export interface LongSection {
  readonly heading: string
  readonly line_number: number
  readonly words: number
}

export interface TextAnalysis {
  readonly staleParts: readonly StalePart[]
  readonly longSections: readonly LongSection[]
}

// About three printed pages.
const longFrom = 800

/** What in a note's text may be over, and what is long; at most so many of each. */
export function analyzeText(
  text: string,
  { today, most }: { readonly today: string; readonly most: number },
): TextAnalysis {
  const note = parseNote(text)
  return {
    staleParts: findStaleParts(text, note, today).slice(0, most),
    longSections: longSections(text, note).slice(0, most),
  }
}

/** Without their subsections, longest first. */
function longSections(text: string, { sections, headings }: ParsedNote): readonly LongSection[] {
  return sections
    .flatMap(({ heading, content }, index) => {
      const end = Math.min(content.end, sections[index + 1]?.range.start ?? Infinity)
      const words = countWords(text.slice(content.start, end), 0)
      const own = headings[heading]
      return own === undefined || words < longFrom
        ? []
        : [{ heading: own.text, line_number: own.line, words }]
    })
    .sort((a, b) => b.words - a.words)
}
