import { countEach } from '../../model/count-each.ts'
import { textOf, type Line } from './line.ts'
import { findMoved } from './keeps-moves.ts'
import { agreedIn, type Piece, type ThreeWays } from './merged.ts'

/**
 * Whether lines are gone that one side removed and the other left where they were. Only lines with words are looked at that were
 * there once.
 */
export function keepsRemovals(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const old = countLines(base)
  const [mine, yours, now] = [ours, theirs, agreedIn(merged)].map(countLines)
  const [movedHere, movedThere] = [ours, theirs].map((side) => findMoved(base, side))
  return [...old].every(([text, count]) => {
    if (count > 1 || now?.has(text) !== true) return true
    const [here, there] = [mine?.get(text) ?? 0, yours?.get(text) ?? 0]
    if (here > 0 && there > 0) return true
    return here + there > 1 || movedHere?.has(text) === true || movedThere?.has(text) === true
  })
}

function countLines(lines: readonly Line[]): ReadonlyMap<string, number> {
  return countEach(lines.map(textOf).filter((text) => /[\p{L}\p{N}]/u.test(text)))
}
