import type { TextLine } from '../../vault/search-lines.ts'

const longestLine = 300
const shownBefore = 80
const mostMatches = 20

/** A line, cut around its first match where it is long, and where the matches are in what is shown of it. */
export function showLine({ text, matches }: Pick<TextLine, 'text' | 'matches'>): {
  readonly text: string
  readonly submatches: readonly { readonly start: number; readonly end: number; readonly text: string }[]
} {
  const bytes = Buffer.from(text)
  // ripgrep counts bytes.
  const placeOf = (offset: number) => bytes.subarray(0, offset).toString().length
  const places = matches
    .slice(0, mostMatches)
    .map(({ start, end }) => ({ start: placeOf(start), end: placeOf(end) }))
  const [first] = places
  if (text.length <= longestLine)
    return {
      text,
      submatches: places.map((place) => ({ ...place, text: text.slice(place.start, place.end) })),
    }
  const from = wholeCharacter(
    text,
    Math.max(0, Math.min((first?.start ?? 0) - shownBefore, text.length - longestLine)),
  )
  const to = wholeCharacter(text, Math.min(text.length, from + longestLine))
  const lead = from > 0 ? '…' : ''
  return {
    text: `${lead}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    submatches: places
      .filter(({ start }) => start < to)
      .map(({ start, end }) => ({
        start: start - from + lead.length,
        end: Math.min(end, to) - from + lead.length,
        text: text.slice(start, Math.min(end, to)),
      })),
  }
}

/** Never between the halves of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
}
