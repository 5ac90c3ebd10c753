import { countEach } from '../../model/count-each.ts'
import type { Line } from './line.ts'
import { saysTheSame } from './says-the-same.ts'
import { settledFor, type Piece, type ThreeWays } from './merged.ts'

/** Whether no footnote and no address of a link has got a second text under one label, of which a reader would see the first alone. */
export function keepsLabels(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const known = [base, ours, theirs].map(countLabels)
  const areSingle = (['ours', 'theirs'] as const).every((side) =>
    [...countLabels(settledFor(merged, side))].every(
      ([label, count]) => count === 1 || known.some((counts) => (counts.get(label) ?? 0) >= count),
    ),
  )
  return areSingle && leadsWhere({ base, ours, theirs })
}

/** Whether what one side labelled anew, or not at all any more, is nothing that the other has begun to refer to. */
function leadsWhere({ base, ours, theirs }: ThreeWays<readonly Line[]>): boolean {
  const [old, mine, yours] = [base, ours, theirs].map(readLabels)
  if (old === undefined || mine === undefined || yours === undefined) return false
  return [...old.texts].every(([label, was]) =>
    [[mine, yours] as const, [yours, mine] as const].every(([one, other]) => {
      const is = one.texts.get(label)
      const isMore = (other.uses.get(label) ?? 0) > (old.uses.get(label) ?? 0)
      return !isMore || (is !== undefined && saysTheSame(was, is)) || other.texts.get(label) === is
    }),
  )
}

/** The text of each label, and how often it is referred to: `as Ada says[^1]`, `[her book][1]`. */
function readLabels(lines: readonly Line[]): {
  readonly texts: ReadonlyMap<string, string>
  readonly uses: ReadonlyMap<string, number>
} {
  const texts = new Map<string, string>()
  const uses: string[] = []
  for (const { text } of lines) {
    const { label, said } = /^[\s>]*\[(?<label>[^\]]{1,200})\]:(?<said>.*)/.exec(text)?.groups ?? {}
    if (label !== undefined && said !== undefined) texts.set(label.toLowerCase(), said)
    const shown = label === undefined ? text : (said ?? '')
    for (const [, used = ''] of shown.matchAll(/\[([^[\]]{1,200})\](?!\()/g)) uses.push(used.toLowerCase())
  }
  return { texts, uses: countEach(uses) }
}

/** How many texts each label has: `[^1]: Ada says so.` */
function countLabels(lines: readonly Line[]): ReadonlyMap<string, number> {
  return countEach(
    lines.flatMap(
      ({ text }) => /^[\s>]*\[(?<label>[^\]]{1,200})\]:/.exec(text)?.groups?.['label']?.toLowerCase() ?? [],
    ),
  )
}
