import type { QueryTerm } from './parse-query.ts'

export interface Snippet {
  readonly text: string
  /** Line of the body, from 0. */
  readonly line: number
}

const longestSnippet = 240
// A snippet comes from the beginning of a very long note.
const searchedCharacters = 200_000

/** The line of a text that holds the most of the words, cut around the first of them; its beginning where none does. */
export function findSnippet(body: string, terms: readonly QueryTerm[]): Snippet {
  const stems = terms
    .flatMap(({ text }) =>
      folded(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    )
    .map(stemOf)
  let best: Snippet = { text: '', line: 0 }
  let bestScore = -1
  let line = 0
  const text = body.slice(0, searchedCharacters)
  for (let start = 0; start <= text.length; line++) {
    const end = text.indexOf('\n', start)
    const stop = end < 0 ? text.length : end
    const candidate = text.slice(start, stop)
    const score = scoreOf(candidate, stems)
    if (score > bestScore) {
      best = { text: candidate, line }
      bestScore = score
      if (stems.length > 0 && score === stems.length) break
    }
    start = stop + 1
  }
  return { text: cutAround(best.text.trim(), stems), line: best.line }
}

/** How many of the words a line holds; an empty line is worse than any other. */
function scoreOf(line: string, stems: readonly string[]): number {
  if (line.trim() === '') return -1
  const lower = folded(line)
  return stems.reduce((count, stem) => (lower.includes(stem) ? count + 1 : count), 0)
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
