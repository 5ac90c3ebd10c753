import { countEach } from '../../model/count-each.ts'
import { isBlank } from './line.ts'
import { linesOf, type SectionNode } from './section-tree.ts'
import { similarity } from './similarity.ts'

/**
 * Which section of the one list is which of the other: by heading, of several alike ones by what they say; then those
 * whose heading changed, by what they say alone. By index, from the first list to the second.
 */
export function matchSections(
  from: readonly SectionNode[],
  to: readonly SectionNode[],
): ReadonlyMap<number, number> {
  const matches = new Map<number, number>()
  const taken = new Set<number>()
  const match = (isAllowed: (a: SectionNode, b: SectionNode) => boolean, least: number) => {
    const pairs = from.flatMap((a, index) =>
      matches.has(index)
        ? []
        : to.flatMap((b, other) => {
            if (taken.has(other) || !isAllowed(a, b)) return []
            const score = alike(a, b)
            return score < least ? [] : [{ index, other, score }]
          }),
    )
    pairs.sort(
      (a, b) =>
        b.score - a.score ||
        Math.abs(a.index - a.other) - Math.abs(b.index - b.other) ||
        a.index - b.index ||
        a.other - b.other,
    )
    for (const { index, other } of pairs) {
      if (matches.has(index) || taken.has(other)) continue
      matches.set(index, other)
      taken.add(other)
    }
  }
  match((a, b) => a.key === b.key, 0)
  if (matches.size < from.length && from.length * to.length <= mostCompared) match(() => true, leastAlike)
  return matches
}

const leastAlike = 0.5
const mostCompared = 10_000

/** How many of their lines two sections share; those without any go by their headings. */
function alike(a: SectionNode, b: SectionNode): number {
  const said = (node: SectionNode) => linesOf({ ...node, heading: [] }).filter((line) => !isBlank(line))
  const [mine, yours] = [said(a), said(b)]
  if (mine.length === 0 && yours.length === 0) return similarity(a.key, b.key)
  const left = countEach(mine)
  let shared = 0
  for (const line of yours) {
    const count = left.get(line) ?? 0
    if (count > 0) {
      shared += 1
      left.set(line, count - 1)
    }
  }
  return (2 * shared) / (mine.length + yours.length)
}
