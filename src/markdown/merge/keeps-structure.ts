import { changeOf, type Edited } from './find-edits.ts'
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
import type { Piece, ThreeWays } from './merged.ts'
import { saysTheSame } from './says-the-same.ts'
import { leastAlike, similarity } from './similarity.ts'

/**
 * Whether lines of a merge mean what they meant where they came from: paragraphs that stood apart do so, a list, a quote and a
 * table are not torn or joined, and an item has the parent that it had.
 */
export function keepsStructure(
  { base, ours, theirs, edits }: Edited<Line>,
  merged: readonly Piece<Line>[],
): boolean {
  const sides = [base, ours, theirs]
  const known = new Set(sides.flatMap((lines) => lines.map(textOf)))
  const areKnown = (one: Line | null, other: Line) =>
    known.has(other.text) && (one === null || known.has(one.text))
  const neighbours = new Neighbours(
    sides,
    changedFrom(base, edits, () => true),
  )
  // An item that has all that stood below it is the same with other words.
  const children = sides.map(childrenIn)
  const hasChildren = (was: string, is: string) => {
    const old = children[0]?.get(was) ?? []
    return (
      old.length > 0 && children.slice(1).some((side) => old.every((line) => side.get(is)?.includes(line)))
    )
  }
  const was = changedFrom(base, edits, (one, other) => saysTheSame(one, other) || hasChildren(one, other))
  const wasCalled = ([parent, child]: Family) => nameOf([parent === null ? null : was(parent), was(child)])
  const families = sides.map((lines) => new Set(parentsIn(lines).map(wasCalled)))
  const texts = sides.map((lines) => new Set(lines.map(textOf)))
  // What one side wrote stands below what it meant.
  const isFamily = (pair: Family) => {
    const isOld = texts[0]?.has(pair[1].text) === true
    return families.some((known, at) => known.has(wasCalled(pair)) && (isOld || texts[at]?.has(pair[1].text)))
  }
  // What stands beside a conflict depends on how that is settled.
  const lines = merged.flatMap((piece): readonly (Line | null)[] =>
    piece.kind === 'agreed' ? piece.items : [null],
  )
  const areNeighboursKept = lines.every((line, at) => {
    const before = lines[at - 1]
    if (before == null || line === null || isBlank(before) || isBlank(line)) return true
    // One table is not to go on with the head of another one.
    const next = lines[at + 1]
    if (isRow(before) && next != null && isDelimiterRow(next) && !neighbours.areKnown(before, line))
      return false
    return !areKnown(before, line) || neighbours.mayStand(before, line)
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
  const areParentsKept = parentsIn(lines).every((pair) => !areKnown(...pair) || isFamily(pair))
  return areNeighboursKept && areParentsKept && areApart
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

/** For a line that a side changed so that it counts as the same, the one of the base; any other is itself. */
function changedFrom(
  base: readonly Line[],
  { ours, theirs }: Edited<Line>['edits'],
  isSame: (was: string, is: string) => boolean,
): (line: Line) => Line {
  const origins = new Map<string, Line | null>()
  for (const side of [ours, theirs])
    for (const edit of side.edits) {
      const change = changeOf(base, edit)
      if (change === null || !isSame(change.was.text, change.is.text)) continue
      const { was, is } = change
      const known = origins.get(is.text)
      origins.set(is.text, known === undefined || known?.text === was.text ? was : null)
    }
  return (line) => origins.get(line.text) ?? line
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

type Family = readonly [parent: Line | null, child: Line]

/** Each indented line with the one below which it stands; without those below a conflict. */
function parentsIn(lines: readonly (Line | null)[]): readonly Family[] {
  let above: readonly Line[] = []
  let isKnown = true
  const families: Family[] = []
  for (const line of lines) {
    if (line === null) [above, isKnown] = [[], false]
    if (line === null || isBlank(line)) continue
    above = above.filter((other) => indentOf(other) < indentOf(line))
    const parent = above.at(-1)
    if (indentOf(line) > 0 && (isKnown || parent !== undefined)) families.push([parent ?? null, line])
    if (indentOf(line) === 0) isKnown = true
    above = [...above, line]
  }
  return families
}

/** The lines that stand right below each line, a step further in. */
function childrenIn(lines: readonly Line[]): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  for (const [parent, child] of parentsIn(lines)) {
    if (parent === null) continue
    const known = children.get(parent.text)
    if (known === undefined) children.set(parent.text, [child.text])
    else known.push(child.text)
  }
  return children
}

function nameOf([one, other]: readonly [Line | null, Line]): string {
  return `${one?.text ?? ''}\n${other.text}`
}
