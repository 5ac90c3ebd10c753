import { countEach } from '../../model/count-each.ts'
import { saysTheSame } from './says-the-same.ts'
import { mapWays, settledFor, type Piece, type ThreeWays } from './merged.ts'

/** Whether no footnote and no address of a link has got a second text under one label, of which a reader would see the first alone. */
export function keepsLabels(sides: ThreeWays<readonly string[]>, merged: readonly Piece[]): boolean {
  const known = [sides.base, sides.ours, sides.theirs].map(countLabels)
  const areSingle = (['ours', 'theirs'] as const).every((side) =>
    [...countLabels(settledFor(merged, side))].every(
      ([label, count]) => count === 1 || known.some((counts) => (counts.get(label) ?? 0) >= count),
    ),
  )
  return areSingle && leadsWhere(mapWays(sides, readLabels))
}

/** Whether what one side labelled anew, or not at all any more, is nothing that the other has begun to refer to. */
function leadsWhere({ base, ours, theirs }: ThreeWays<Labels>): boolean {
  return [...base.texts].every(([label, was]) =>
    [[ours, theirs] as const, [theirs, ours] as const].every(([one, other]) => {
      const is = one.texts.get(label)
      const isMore = (other.uses.get(label) ?? 0) > (base.uses.get(label) ?? 0)
      return !isMore || (is !== undefined && saysTheSame(was, is)) || other.texts.get(label) === is
    }),
  )
}

/** The text of each label, and how often it is referred to: `as Ada says[^1]`, `[her book][1]`. */
interface Labels {
  readonly texts: ReadonlyMap<string, string>
  readonly uses: ReadonlyMap<string, number>
}

function readLabels(lines: readonly string[]): Labels {
  const texts = new Map<string, string>()
  const uses: string[] = []
  for (const line of lines) {
    const { label, said = line } = labelIn(line)
    if (label !== undefined) texts.set(label, said)
    for (const [, used = ''] of said.matchAll(/\[([^[\]]{1,200})\](?!\()/g)) uses.push(used.toLowerCase())
  }
  return { texts, uses: countEach(uses) }
}

/** How many texts each label has: `[^1]: Ada says so.` */
function countLabels(lines: readonly string[]): ReadonlyMap<string, number> {
  return countEach(lines.flatMap((line) => labelIn(line).label ?? []))
}

function labelIn(line: string): { readonly label?: string | undefined; readonly said?: string | undefined } {
  const [, label, said] = /^[\s>]*\[([^\]]{1,200})\]:(.*)/.exec(line) ?? []
  return { label: label?.toLowerCase(), said }
}
