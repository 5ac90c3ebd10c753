import { countEach } from '../../model/count-each.ts'
import type { Line } from './line.ts'
import { settledFor, type Piece, type ThreeWays } from './merged.ts'

/** Whether no footnote and no address of a link has got a second text under one label, of which a reader would see the first alone. */
export function keepsLabels(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const known = [base, ours, theirs].map(countLabels)
  return (['ours', 'theirs'] as const).every((side) =>
    [...countLabels(settledFor(merged, side))].every(
      ([label, count]) => count === 1 || known.some((counts) => (counts.get(label) ?? 0) >= count),
    ),
  )
}

/** How many texts each label has: `[^1]: Ada says so.` */
function countLabels(lines: readonly Line[]): ReadonlyMap<string, number> {
  return countEach(
    lines.flatMap(
      ({ text }) => /^[\s>]*\[(?<label>[^\]]{1,200})\]:/.exec(text)?.groups?.['label']?.toLowerCase() ?? [],
    ),
  )
}
