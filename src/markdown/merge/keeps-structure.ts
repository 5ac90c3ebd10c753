import { changedFrom, type Edited } from './find-edits.ts'
import { indentOf, isBlank, isDelimiterRow, isEntry, isHeading, isItem, isRow } from './line.ts'
import { mapWays, withGaps, type Piece, type ThreeWays } from './merged.ts'
import { leastAlike, similarity } from './similarity.ts'

/**
 * Whether lines of a merge mean what they meant where they came from: paragraphs that stood apart do so, and a list, a quote
 * and a table are not torn or joined.
 */
export function keepsStructure(sides: Edited, merged: readonly Piece[]): boolean {
  const texts = [sides.base, sides.ours, sides.theirs]
  const known = new Set(texts.flat())
  const neighbours = new Neighbours(
    texts,
    changedFrom(sides, () => true),
  )
  const lines = withGaps(merged)
  const areWrittenApart = writtenApart(sides)
  return lines.every((line, at) => {
    const [before, next] = [lines[at - 1], lines[at + 1]]
    if (before == null || line === null || isBlank(before) || isBlank(line)) return true
    // One table is not to go on with the head of another one.
    if (isRow(before) && next != null && isDelimiterRow(next) && !neighbours.areKnown(before, line))
      return false
    if (known.has(before) && known.has(line) && !neighbours.mayStand(before, line)) return false
    // What each side wrote where it stands right beside the other's: as one paragraph or item they would say what nobody wrote.
    const isOneList =
      (isItem(line) && isListed(before) && indentOf(line) <= indentOf(before)) || areEntries(before, line)
    return (isRow(before) ? isRow(line) : isOneList) || !areWrittenApart(before, line)
  })
}

/** Tells whether each side alone has written one of two lines, neither by changing one of the base. */
function writtenApart(sides: ThreeWays<readonly string[]>): (one: string, other: string) => boolean {
  const { base, ours, theirs } = mapWays(sides, (lines) => new Set(lines))
  const writerOf = (line: string) =>
    base.has(line) || ours.has(line) === theirs.has(line) ? null : ours.has(line) ? ours : theirs
  const isChanged = (line: string, writer: ReadonlySet<string>) =>
    [...base].some((other) => !writer.has(other) && similarity(other, line) >= leastAlike)
  return (one, other) => {
    const [first, second] = [writerOf(one), writerOf(other)]
    if (first === null || second === null || first === second) return false
    return !isChanged(one, first) && !isChanged(other, second)
  }
}

/** Whether both are footnotes, or items in one quote. */
function areEntries(before: string, line: string): boolean {
  return isEntry(before) && isEntry(line) && isQuote(before) === isQuote(line)
}

/** Whether it is an item of a list, or belongs to one. */
function isListed(line: string): boolean {
  return isItem(line) || indentOf(line) > 0
}

class Neighbours {
  readonly #pairs = new Set<string>()
  /** Lines that go on below, and lines that go on from above, in any of the texts. */
  readonly #goesOn = new Set<string>()
  readonly #follows = new Set<string>()

  /** For a line that a side changed the one that it was. */
  readonly #was: (line: string) => string

  constructor(sides: readonly (readonly string[])[], was: (line: string) => string) {
    this.#was = was
    for (const lines of sides)
      lines.forEach((line, at) => {
        const before = lines[at - 1]
        if (before === undefined || isBlank(before) || isBlank(line)) return
        this.#pairs.add(`${before}\n${line}`)
        this.#goesOn.add(before)
        this.#follows.add(line)
      })
  }

  /** Whether one line stands right above another one in any of the texts. */
  areKnown(before: string, line: string): boolean {
    return this.#pairs.has(`${before}\n${line}`)
  }

  /** Whether one line may stand right above another one, as it does in a text, or without changing what either is. */
  mayStand(before: string, line: string): boolean {
    if (this.areKnown(before, line)) return true
    if (isQuote(before) !== isQuote(line)) return false
    if (isRow(line) && !isRow(before)) return false
    if (isItem(before) && indentOf(before) === indentOf(line)) return markerOf(before) === markerOf(line)
    // Where both stood with a blank line between them and any other, it was taken from between what nobody wrote together.
    const goesOn = [before, this.#was(before)].some((one) => this.#goesOn.has(one))
    const follows = [line, this.#was(line)].some((one) => this.#follows.has(one))
    const startsAnew = isItem(line) || isEntry(line) || isRow(line) || isHeading(line)
    return startsAnew ? goesOn || follows : goesOn && follows
  }
}

function isQuote(line: string): boolean {
  return /^\s*>/.test(line)
}

/** What makes it an item of one list with those beside it; empty for a line that is no item. */
function markerOf(line: string): string {
  const { bullet, sign = '' } = /^\s*(?:(?<bullet>[-*+])|\d{1,9}(?<sign>[.)]))\s/.exec(line)?.groups ?? {}
  return bullet ?? sign
}
