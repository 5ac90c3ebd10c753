import { wholeCharacters } from '../model/whole-characters.ts'

const longestExcerpt = 300

/** A line without the spaces around it; of a long one 300 characters, with what is looked for in their middle. */
export function excerptAround(line: string, wanted: string): string {
  const trimmed = line.trim()
  if (trimmed.length <= longestExcerpt) return trimmed
  const start = wholeCharacters(trimmed, Math.max(0, trimmed.indexOf(wanted) - longestExcerpt / 2))
  const end = wholeCharacters(trimmed, Math.min(trimmed.length, start + longestExcerpt))
  return trimmed.slice(start, end).trim()
}
