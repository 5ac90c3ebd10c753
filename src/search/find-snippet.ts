import type { QueryTerm } from './parse-query.ts'

export interface Snippet {
  readonly text: string
  /** Line of the body, from 0. */
  readonly line: number
}

const longestSnippet = 240
// A snippet comes from the beginning of a very long note.
const searchedCharacters = 200_000

/** The words of a query as `findSnippet` looks for them: folded, and without their endings. */
export function stemsOf(terms: readonly QueryTerm[]): readonly string[] {
  return terms
    .flatMap(({ text }) =>
      folded(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    )
    .map(stemOf)
}

/** The line of a text that holds the most of the words, cut around the first of them; its beginning where none does. */
export function findSnippet(body: string, stems: readonly string[]): Snippet {
  const text = body.slice(0, searchedCharacters)
  const { start, line } = bestLine(text, stems) ?? firstLine(text)
  const end = text.indexOf('\n', start)
  return { text: cutAround(text.slice(start, end < 0 ? undefined : end).trim(), stems), line }
}

interface Line {
  /** Offset of its beginning. */
  readonly start: number
  /** From 0. */
  readonly line: number
}

/** The first of the lines with the most of the words; null where none has any. */
function bestLine(text: string, stems: readonly string[]): Line | null {
  // Folding a text changes its length and none of its line breaks.
  const lower = folded(text)
  const find = (stem: string, from: number) => {
    const place = lower.indexOf(stem, from)
    return place < 0 ? Infinity : place
  }
  const places = stems.map((stem) => find(stem, 0))
  let best = Infinity
  let most = 0
  for (
    let first = Math.min(...places);
    first < Infinity && most < stems.length;
    first = Math.min(...places)
  ) {
    const lineBreak = lower.indexOf('\n', first)
    const end = lineBreak < 0 ? lower.length : lineBreak
    let found = 0
    for (const [index, stem] of stems.entries()) {
      if ((places[index] ?? Infinity) >= end) continue
      found += 1
      places[index] = find(stem, end)
    }
    if (found > most) [best, most] = [first, found]
  }
  return best === Infinity ? null : startOfLine(text, countLineBreaks(lower, best))
}

/** The first that is not empty. */
function firstLine(text: string): Line {
  const first = text.search(/\S/)
  return first < 0 ? { start: 0, line: 0 } : startOfLine(text, countLineBreaks(text, first))
}

function countLineBreaks(text: string, before: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count++
  return count
}

function startOfLine(text: string, line: number): Line {
  let start = 0
  for (let passed = 0; passed < line; passed++) start = text.indexOf('\n', start) + 1
  return { start, line }
}

/** As the index compares words: without case and accents. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return /[\u0080-\uffff]/.test(lower) ? lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : lower
}

// The index stems words; for showing where one stands, its beginning is near enough.
function stemOf(word: string): string {
  return word.length > 5 ? word.slice(0, Math.max(4, word.length - 3)) : word
}

function cutAround(line: string, stems: readonly string[]): string {
  if (line.length <= longestSnippet) return line
  const lower = folded(line)
  const first = stems.map((stem) => lower.indexOf(stem)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...(first.length > 0 ? first : [0])) - 60)
  const end = Math.min(line.length, start + longestSnippet)
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`
}
