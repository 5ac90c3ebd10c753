import { fencedLines, isBlank, isHeading, type Line } from './line.ts'
import type { Piece, ThreeWays } from './merged.ts'

/**
 * Whether lines of a merge stand in what they stood in: below a heading of their own or a new one, as a side has it, and within
 * code, formulas and comments, or outside of them, as the side has it that changed that. Only lines that are there once are
 * looked at.
 */
export function keepsContext(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const old = readContext(base)
  const sides = [ours, theirs].map(readContext)
  const areClosed = [old, ...sides].every(({ isClosed }) => isClosed)
  // What both agree on: the rest depends on how the conflicts are settled.
  const agreed = merged.flatMap((piece) => (piece.kind === 'agreed' ? piece.items : []))
  return (['ours', 'theirs'] as const).every((side) => {
    const now = readContext(merged.flatMap((piece) => (piece.kind === 'agreed' ? piece.items : piece[side])))
    const isKept = ({ text }: Line) => {
      const place = now.places.get(text)
      const known = sides.filter(({ places }) => places.has(text))
      if (place === undefined || known.length === 0) return true
      const was = old.places.get(text)?.within
      const changed = known.map(({ places }) => places.get(text)?.within).filter((within) => within !== was)
      const isWithin =
        changed.length === 0 ? place.within === was : changed.every((within) => within === place.within)
      return (
        isWithin &&
        known.some(
          ({ places, headings }) =>
            places.get(text)?.heading === place.heading || !headings.has(place.heading),
        )
      )
    }
    return (now.isClosed || !areClosed) && agreed.every(isKept)
  })
}

interface Place {
  /** The heading above; empty before the first. */
  readonly heading: string
  /** The signs that opened what it stands in, outermost first. */
  readonly within: string
}

interface Context {
  readonly places: ReadonlyMap<string, Place>
  readonly headings: ReadonlySet<string>
  /** Whether all that was opened is closed at the end. */
  readonly isClosed: boolean
}

function readContext(lines: readonly Line[]): Context {
  const places = new Map<string, Place>()
  const headings = new Set([''])
  const seen = new Set<string>()
  // A line more tells whether a fence is still open at the end.
  const isFenced = fencedLines([...lines, { text: 'end', end: '' }])
  const open = new Set<string>()
  let heading = ''
  for (const [at, line] of lines.entries()) {
    const { text } = line
    const fenced = isFenced[at] === true
    if (!fenced && isHeading(line)) {
      heading = text
      headings.add(text)
    } else if (!isBlank(line) && !isSign(line)) {
      if (seen.has(text)) places.delete(text)
      else places.set(text, { heading, within: [...open, ...(fenced ? ['`'] : [])].join(' ') })
      seen.add(text)
    }
    if (!fenced) for (const [sign] of text.matchAll(/%%|\$\$|<!--|-->/g)) toggle(open, sign)
  }
  return { places, headings, isClosed: open.size === 0 && isFenced.at(-1) !== true }
}

/** Whether a line is nothing but what opens or closes something. */
function isSign({ text }: Line): boolean {
  return /^[\s>]*(?:%%|\$\$|<!--|-->|`{3,}.*|~{3,}.*)\s*$/.test(text)
}

function toggle(open: Set<string>, sign: string): void {
  const key = sign === '-->' ? '<!--' : sign
  if (sign !== '<!--' && open.has(key)) open.delete(key)
  else if (sign !== '-->') open.add(key)
}
