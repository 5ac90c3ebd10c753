import { fencedLines, isBlank, isHeading, isItem, isRow } from './line.ts'
import { agreedIn, settledFor, type Piece, type ThreeWays } from './merged.ts'
import { isSameCalled } from './similarity.ts'

/**
 * Whether lines of a merge stand in what they stood in: below the heading of a side, and within code, formulas and comments, or
 * outside of them, as the side has it that changed that. Only lines that are there once are looked at.
 */
export function keepsContext(
  { base, ours, theirs }: ThreeWays<readonly string[]>,
  merged: readonly Piece[],
): boolean {
  const old = readContext(base)
  const sides = [ours, theirs].map(readContext)
  const areClosed = [old, ...sides].every(({ isClosed }) => isClosed)
  const renamed = new Map(sides.flatMap((one) => renamedFrom(old, one)))
  // The rest depends on how the conflicts are settled.
  const agreed = agreedIn(merged)
  return (['ours', 'theirs'] as const).every((side) => {
    const now = readContext(settledFor(merged, side))
    const isKnown = (text: string) => old.places.has(text) && now.places.has(text)
    const known = sides.map((one) => ({ ...one, beside: besideIn(one, isKnown) }))
    return (
      (now.isClosed || !areClosed) &&
      agreed.every(
        (text) =>
          isWithinAsKnown(text, now, old, sides) && isBelowAsKnown(text, { now, old, renamed }, known),
      )
    )
  })
}

function isWithinAsKnown(text: string, now: Context, old: Context, sides: readonly Context[]): boolean {
  const [place, was] = [now, old].map(({ places }) => places.get(text)?.within)
  const known = sides.flatMap(({ places }) => places.get(text)?.within ?? [])
  if (place === undefined || known.length === 0) return true
  const changed = known.filter((within) => within !== was)
  return changed.length === 0 ? place === was : changed.every((within) => within === place)
}

/** A line of the merge, the heading that it is below there, and what is known of all headings. */
interface Asked extends Headed {
  readonly text: string
  readonly heading: string
}

interface Headed {
  readonly now: Context
  readonly old: Context
  readonly renamed: ReadonlyMap<string, string>
}

function isBelowAsKnown(text: string, headed: Headed, sides: readonly Side[]): boolean {
  const heading = headed.now.places.get(text)?.heading
  const known = sides.filter(({ places }) => places.has(text))
  // A heading that was made of two belongs to both.
  if (heading === undefined || known.length === 0 || sides.every(({ headings }) => !headings.has(heading)))
    return true
  const asked = { ...headed, text, heading }
  return headed.old.places.has(text)
    ? isWherePut(asked, known)
    : known.some((side) => isWhereWritten(asked, side, sides))
}

/** What was there before is where a side put it that moved it, or took its heading away, and else where it was. */
function isWherePut(asked: Asked, known: readonly Side[]): boolean {
  const { text, old } = asked
  const was = old.places.get(text)?.heading ?? ''
  const movers = known.filter(({ places }) => places.get(text)?.heading !== was)
  return (movers.length > 0 ? movers : known).some(
    (side) => isHeadedSo(asked, side) || (!side.headings.has(was) && isBeside(asked, side) === true),
  )
}

/** What is new goes with what stands beside it; where it stands alone, with a heading that has another name now. */
function isWhereWritten(asked: Asked, side: Side, sides: readonly Side[]): boolean {
  if (isHeadedSo(asked, side)) return true
  const goesWith = isBeside(asked, side)
  if (goesWith !== null) return goesWith
  const { text, heading, now, old } = asked
  const own = side.places.get(text)?.heading ?? ''
  const isLeft = [...old.places].every(
    ([line, place]) => place.heading !== own || sides.every(({ texts }) => texts.has(line)),
  )
  return isLeft && !side.headings.has(heading) && !now.headings.has(own) && isSameCalled(own, heading)
}

/** Whether a side has it below this heading, or below one that the other gave this name. */
function isHeadedSo({ text, heading, renamed }: Asked, { places }: Side): boolean {
  const own = places.get(text)?.heading ?? ''
  return own === heading || renamed.get(own) === heading
}

/** Whether what it stands beside is below this heading; null where it stands beside nothing. */
function isBeside({ text, heading, now }: Asked, { beside }: Side): boolean | null {
  const other = beside.get(text)
  return other === undefined ? null : now.places.get(other)?.heading === heading
}

interface Side extends Context {
  /** Of each line the nearest known one below the same heading that is none itself: above it, or else below. */
  readonly beside: ReadonlyMap<string, string>
}

/** Headings to which a side gave another name and left all that stood below them there. */
function renamedFrom(old: Context, side: Context): readonly (readonly [was: string, is: string])[] {
  const below = Map.groupBy(old.places, ([, { heading }]) => heading)
  return [...below].flatMap(([was, lines]): readonly (readonly [string, string])[] => {
    const is = side.places.get(lines[0]?.[0] ?? '')?.heading
    if (is === undefined || side.headings.has(was) || old.headings.has(is)) return []
    return lines.every(([text]) => side.places.get(text)?.heading === is) ? [[was, is]] : []
  })
}

function besideIn(
  { places, headings }: Context,
  isKnown: (text: string) => boolean,
): ReadonlyMap<string, string> {
  const beside = new Map<string, string>()
  const note = (lines: readonly (readonly [string, Place])[]) => {
    let last: readonly [text: string, heading: string | null] = ['', null]
    for (const [text, { heading }] of lines) {
      if (last[1] === heading && !beside.has(text)) beside.set(text, last[0])
      if (isKnown(text) && !headings.has(text)) last = [text, heading]
    }
  }
  note([...places])
  note([...places].reverse())
  return beside
}

interface Place {
  /** The heading above, of a heading the one that it is below; empty where there is none. */
  readonly heading: string
  /** The signs that opened what it stands in, outermost first. */
  readonly within: string
}

interface Context {
  /** Every line, also those that stand several times. */
  readonly texts: ReadonlySet<string>
  readonly places: ReadonlyMap<string, Place>
  readonly headings: ReadonlySet<string>
  /** Whether all that was opened is closed at the end. */
  readonly isClosed: boolean
}

function readContext(lines: readonly string[]): Context {
  const places = new Map<string, Place>()
  const headings = new Set([''])
  const seen = new Set<string>()
  // A line more tells whether a fence is still open at the end.
  const isFenced = fencedLines([...lines, 'end'])
  const open = new Set<string>()
  let heading = ''
  let above: string[] = []
  const note = (text: string, place: Place) => {
    if (seen.has(text)) places.delete(text)
    else places.set(text, place)
    seen.add(text)
  }
  for (const [index, text] of lines.entries()) {
    const fenced = isFenced[index] === true
    if (!fenced && (isHeading(text) || isUnderlined(text, lines[index + 1]))) {
      const level = levelOf(text)
      above = above.filter((other) => levelOf(other) < level)
      note(text, { heading: above.at(-1) ?? '', within: '' })
      above.push(text)
      heading = text
      headings.add(text)
    } else if (!isBlank(text) && !isSign(text)) {
      note(text, { heading, within: [...open, ...(fenced ? ['`'] : [])].join(' ') })
    }
    if (!fenced) for (const [sign] of text.matchAll(/%%|\$\$|<!--|-->/g)) toggle(open, sign)
  }
  return { texts: seen, places, headings, isClosed: open.size === 0 && isFenced.at(-1) !== true }
}

/** An underlined heading counts as one of the highest level. */
function levelOf(heading: string): number {
  return /^#{1,6}/.exec(heading)?.[0].length ?? 1
}

/** Whether the next line makes it a heading. */
function isUnderlined(line: string, next = ''): boolean {
  const isText = !isBlank(line) && !isSign(line) && !isItem(line) && !isRow(line) && !/^\s*>/.test(line)
  return isText && /^ {0,3}(?:=+|-+)\s*$/.test(next)
}

/** Whether a line is nothing but what opens or closes something, or makes a heading of the one above. */
function isSign(line: string): boolean {
  return /^[\s>]*(?:%%|\$\$|<!--|-->|`{3,}.*|~{3,}.*|=+|-+)\s*$/.test(line)
}

function toggle(open: Set<string>, sign: string): void {
  const key = sign === '-->' ? '<!--' : sign
  if (sign !== '<!--' && open.has(key)) open.delete(key)
  else if (sign !== '-->') open.add(key)
}
