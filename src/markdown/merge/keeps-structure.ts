import { changedFrom, type Edited } from './find-edits.ts'
import {
  indentOf,
  isBlank,
  isDelimiterRow,
  isEntry,
  isHeading,
  isItem,
  isRow,
  textOf,
  type Line,
} from './line.ts'
import { withGaps, type Piece, type ThreeWays } from './merged.ts'
import { leastAlike, similarity } from './similarity.ts'

/**
 * Whether lines of a merge mean what they meant where they came from: paragraphs that stood apart do so, and a list, a quote
 * and a table are not torn or joined.
 */
export function keepsStructure(
  { base, ours, theirs, edits }: Edited<Line>,
  merged: readonly Piece<Line>[],
): boolean {
  const sides = [base, ours, theirs]
  const known = new Set(sides.flatMap((lines) => lines.map(textOf)))
  const neighbours = new Neighbours(
    sides,
    changedFrom(base, edits, () => true),
  )
  const lines = withGaps(merged)
  const areNeighboursKept = lines.every((line, at) => {
    const before = lines[at - 1]
    if (before == null || line === null || isBlank(before) || isBlank(line)) return true
    // One table is not to go on with the head of another one.
    const next = lines[at + 1]
    if (isRow(before) && next != null && isDelimiterRow(next) && !neighbours.areKnown(before, line))
      return false
    const areKnown = known.has(before.text) && known.has(line.text)
    return !areKnown || neighbours.mayStand(before, line)
  })
  const areWrittenApart = writtenApart({ base, ours, theirs })
  // What each side wrote where it stands right beside the other's: as one paragraph or item they would say what nobody wrote.
  const areApart = lines.every((line, at) => {
    const before = lines[at - 1]
    if (before == null || line === null || isBlank(before) || isBlank(line)) return true
    const isOneList =
      (isItem(line) && isListed(before) && indentOf(line) <= indentOf(before)) || areEntries(before, line)
    return (isRow(before) ? isRow(line) : isOneList) || !areWrittenApart(before, line)
  })
  return areNeighboursKept && areApart
}

/** Tells whether each side alone has written one of two lines, neither by changing one of the base. */
function writtenApart({
  base,
  ours,
  theirs,
}: ThreeWays<readonly Line[]>): (one: Line, other: Line) => boolean {
  const [old, mine, yours] = [base, ours, theirs].map((lines) => new Set(lines.map(textOf)))
  if (old === undefined || mine === undefined || yours === undefined) return () => false
  const writerOf = ({ text }: Line) =>
    old.has(text) || mine.has(text) === yours.has(text) ? null : mine.has(text) ? mine : yours
  const isChanged = ({ text }: Line, writer: ReadonlySet<string>) =>
    [...old].some((other) => !writer.has(other) && similarity(other, text) >= leastAlike)
  return (one, other) => {
    const [first, second] = [writerOf(one), writerOf(other)]
    if (first === null || second === null || first === second) return false
    return !isChanged(one, first) && !isChanged(other, second)
  }
}

/** Whether both are footnotes, or items in one quote. */
function areEntries(before: Line, line: Line): boolean {
  return isEntry(before) && isEntry(line) && isQuote(before) === isQuote(line)
}

/** Whether it is an item of a list, or belongs to one. */
function isListed(line: Line): boolean {
  return isItem(line) || indentOf(line) > 0
}

class Neighbours {
  readonly #pairs = new Set<string>()
  /** Lines that go on below, and lines that go on from above, in any of the texts. */
  readonly #goesOn = new Set<string>()
  readonly #follows = new Set<string>()

  /** For a line that a side changed the one that it was. */
  readonly #was: (line: Line) => Line

  constructor(sides: readonly (readonly Line[])[], was: (line: Line) => Line) {
    this.#was = was
    for (const lines of sides)
      lines.forEach((line, at) => {
        const before = lines[at - 1]
        if (before === undefined || isBlank(before) || isBlank(line)) return
        this.#pairs.add(nameOf([before, line]))
        this.#goesOn.add(before.text)
        this.#follows.add(line.text)
      })
  }

  /** Whether one line stands right above another one in any of the texts. */
  areKnown(before: Line, line: Line): boolean {
    return this.#pairs.has(nameOf([before, line]))
  }

  /** Whether one line may stand right above another one, as it does in a text, or without changing what either is. */
  mayStand(before: Line, line: Line): boolean {
    if (this.areKnown(before, line)) return true
    if (isQuote(before) !== isQuote(line)) return false
    if (isRow(line) && !isRow(before)) return false
    if (isItem(before) && indentOf(before) === indentOf(line)) return markerOf(before) === markerOf(line)
    // Where both stood with a blank line between them and any other, it was taken from between what nobody wrote together.
    const goesOn = [before, this.#was(before)].some(({ text }) => this.#goesOn.has(text))
    const follows = [line, this.#was(line)].some(({ text }) => this.#follows.has(text))
    const startsAnew = isItem(line) || isEntry(line) || isRow(line) || isHeading(line)
    return startsAnew ? goesOn || follows : goesOn && follows
  }
}

function isQuote({ text }: Line): boolean {
  return /^\s*>/.test(text)
}

/** What makes it an item of one list with those beside it; empty for a line that is no item. */
function markerOf({ text }: Line): string {
  const { bullet, sign = '' } = /^\s*(?:(?<bullet>[-*+])|\d{1,9}(?<sign>[.)]))\s/.exec(text)?.groups ?? {}
  return bullet ?? sign
}

function nameOf([before, line]: readonly [Line, Line]): string {
  return `${before.text}\n${line.text}`
}
