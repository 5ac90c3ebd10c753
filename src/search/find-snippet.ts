import { cutAround } from './cut-around.ts'
import { anywhere, findStem, folded, type ShownStem } from './word-stems.ts'

export interface Snippet {
  readonly text: string
  /** Line of the body, from 0. */
  readonly line: number
}

// A very long note is searched in parts of this length.
const searchedCharacters = 200_000

/**
 * The line of a text with most of the words, cut around them; the beginning of the text where none has any. A heading of the
 * first level, which mostly is the title once more, is taken only where no other line has a word.
 */
export function findSnippet(body: string, stems: readonly ShownStem[]): Snippet {
  // Where no word begins with a stem, as when prefixes were searched for, it may be anywhere.
  const { start, line } = findLine(body, stems) ?? findLine(body, anywhere(stems)) ?? firstLine(body)
  const end = body.indexOf('\n', start)
  return { text: cutAround(body.slice(start, end < 0 ? undefined : end).trim(), stems), line }
}

interface Line {
  /** Offset of its beginning. */
  readonly start: number
  /** From 0. */
  readonly line: number
}

/** The first of the lines with most of the words; of a very long text, of its first part that has any. */
function findLine(body: string, stems: readonly ShownStem[]): Line | null {
  let passed = 0
  for (let start = 0; start < body.length;) {
    const lineBreak = body.indexOf('\n', start + searchedCharacters)
    const end = lineBreak < 0 ? body.length : lineBreak + 1
    const part = end - start === body.length ? body : body.slice(start, end)
    const found = bestLine(part, stems)
    if (found !== null) return { start: start + found.start, line: passed + found.line }
    if (end < body.length) passed += countLineBreaks(part, part.length)
    start = end
  }
  return null
}

function bestLine(text: string, stems: readonly ShownStem[]): Line | null {
  // Folding a text changes its length but none of its line breaks.
  const lower = folded(text)
  const places = stems.map((stem) => findStem(lower, stem, 0))
  const all = stems.reduce((sum, { points }) => sum + points, 0)
  let best = Infinity
  let most = 0
  let title = Infinity
  for (let first = Math.min(...places); first < Infinity && most < all; first = Math.min(...places)) {
    const lineBreak = lower.indexOf('\n', first)
    const end = lineBreak < 0 ? lower.length : lineBreak
    let found = 0
    for (const [index, stem] of stems.entries()) {
      if ((places[index] ?? Infinity) >= end) continue
      found += stem.points
      places[index] = findStem(lower, stem, end)
    }
    if (isTitle(lower, first)) title = Math.min(title, first)
    else if (found > most) [best, most] = [first, found]
  }
  const at = best === Infinity ? title : best
  return at === Infinity ? null : startOfLine(text, countLineBreaks(lower, at))
}

/** Whether the line of this place is a heading of the first level. */
function isTitle(text: string, at: number): boolean {
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
  return text.startsWith('# ', start)
}

/** The first line that is not empty. */
function firstLine(text: string): Line {
  const first = text.search(/\S/)
  return first < 0 ? { start: 0, line: 0 } : startOfLine(text, countLineBreaks(text, first))
}

export function countLineBreaks(text: string, before: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count++
  return count
}

function startOfLine(text: string, line: number): Line {
  let start = 0
  for (let passed = 0; passed < line; passed++) start = text.indexOf('\n', start) + 1
  return { start, line }
}
