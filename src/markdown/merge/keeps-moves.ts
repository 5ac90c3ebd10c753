import { countEach } from '../../model/count-each.ts'
import { isBlank } from './line.ts'
import { mapWays, type Piece, type ThreeWays } from './merged.ts'

/**
 * Whether lines that one side put before others stand before them in a merge, where the other side moved neither, and those that
 * nobody moved in the order of both, and whether what one side wrote between two lines stands between them, or beside one of them
 * where the other side moved these. Only lines that are there once are looked at.
 */
export function keepsMoves(sides: ThreeWays<readonly string[]>, merged: readonly Piece[]): boolean {
  const { base: old, ours: mine, theirs: yours } = mapWays(sides, placesOf)
  const now = placesOf(
    merged.flatMap((piece) => (piece.kind === 'agreed' ? piece.lines : [...piece.ours, ...piece.theirs])),
  )
  const isMoved = ([one, other]: Move) =>
    old.has(one) &&
    old.has(other) &&
    [mine, yours].every((side) => side.has(one) && side.has(other) && isBefore(side, other, one))
  if (pairsIn(now).some(isMoved)) return false
  return [
    { side: mine, other: yours },
    { side: yours, other: mine },
  ].every(
    ({ side, other }) =>
      areMovesKept(movesIn(old, side), now, movesIn(old, other)) &&
      writtenIn(old, side, now).every((written) => isBetween(written, now, other)),
  )
}

/** The lines of a side that stand in another order than they did. */
export function findMoved(base: readonly string[], side: readonly string[]): ReadonlySet<string> {
  return new Set(movesIn(placesOf(base), placesOf(side)).flat())
}

/** Two lines, of which the first stands before the second now. */
type Move = readonly [string, string]

function movesIn(old: Places, side: Places): readonly Move[] {
  const known = new Map([...side].filter(([text]) => old.has(text)))
  return pairsIn(known).filter((pair) => !isBefore(old, ...pair))
}

/** Each line with the next. */
function pairsIn(places: Places): readonly Move[] {
  const texts = [...places.keys()]
  return texts.slice(1).map((text, at): Move => [texts[at] ?? text, text])
}

function areMovesKept(moves: readonly Move[], now: Places, others: readonly Move[]): boolean {
  const moved = new Set(others.flat())
  return moves.every(
    (pair) => pair.some((text) => moved.has(text) || !now.has(text)) || isBefore(now, ...pair),
  )
}

interface Written {
  readonly text: string
  /** The nearest lines before and below it that are still there. */
  readonly above: string | undefined
  readonly below: string | undefined
}

/** What a side put between two lines that stood beside each other. */
function writtenIn(old: Places, side: Places, now: Places): readonly Written[] {
  const [texts, known] = [[...side.keys()], [...old.keys()]]
  const follower = new Map(known.map((text, at) => [text, known[at + 1]]))
  const isStill = (text: string) => old.has(text) && now.has(text)
  const [last, above] = [lastBefore(texts, (text) => old.has(text)), lastBefore(texts, isStill)]
  const turned = texts.toReversed()
  const [next, below] = [
    lastBefore(turned, (text) => old.has(text)).reverse(),
    lastBefore(turned, isStill).reverse(),
  ]
  return texts.flatMap((text, at): readonly Written[] => {
    if (old.has(text) || !now.has(text)) return []
    const before = last[at]
    if ((before === undefined ? known[0] : follower.get(before)) !== next[at]) return []
    return [{ text, above: above[at], below: below[at] }]
  })
}

/** For each text the nearest one before it that is so. */
function lastBefore(texts: readonly string[], isSo: (text: string) => boolean): (string | undefined)[] {
  let last: string | undefined
  return texts.map((text) => {
    const before = last
    if (isSo(text)) last = text
    return before
  })
}

function isBetween({ text, above, below }: Written, now: Places, other: Places): boolean {
  const isBelow = above === undefined || isBefore(now, above, text)
  const isAbove = below === undefined || isBefore(now, text, below)
  const areApart = above !== undefined && below !== undefined && !isBefore(other, above, below)
  return areApart ? isBelow || isAbove : isBelow && isAbove
}

type Places = ReadonlyMap<string, number>

function isBefore(places: Places, one: string, other: string): boolean {
  return (places.get(one) ?? 0) < (places.get(other) ?? 0)
}

/** Where each line stands that is there once. */
function placesOf(lines: readonly string[]): Places {
  const counts = countEach(lines)
  return new Map(
    [...lines.entries()].flatMap(([at, line]) =>
      counts.get(line) === 1 && !isBlank(line) ? [[line, at] as const] : [],
    ),
  )
}
