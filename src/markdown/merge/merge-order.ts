import type { ThreeWays } from './merged.ts'

/**
 * The order of all that any of three lists has, each once: the base's, with what a side moved or added behind what
 * stands before it there. Of two runs in one place the lesser text comes first, whosever it is.
 */
export function mergeOrder({ base, ours, theirs }: ThreeWays<readonly string[]>): readonly string[] {
  const mine = movedIn(base, ours)
  const yours = movedIn(base, theirs)
  const fixed = base.filter((key) => !mine.has(key) && !yours.has(key))
  const runs = {
    ours: runsOf(ours, fixed, (key) => isOwn(key, base, mine, yours)),
    theirs: runsOf(theirs, fixed, (key) => isOwn(key, base, yours, mine)),
  }
  const order = new Set<string>()
  for (const anchor of [null, ...fixed]) {
    if (anchor !== null) order.add(anchor)
    const [mine, yours] = [runs.ours.get(anchor) ?? [], runs.theirs.get(anchor) ?? []]
    const isInOrder = mine.join('\n') <= yours.join('\n')
    for (const key of isInOrder ? joinRuns(mine, yours) : joinRuns(yours, mine)) order.add(key)
  }
  return [...order]
}

/** A side places what it added, and what it moved and the other did not leave elsewhere. */
function isOwn(
  key: string,
  base: readonly string[],
  moved: ReadonlySet<string>,
  movedByOther: ReadonlySet<string>,
): boolean {
  return moved.has(key) || (!base.includes(key) && !movedByOther.has(key))
}

/** What of the base a side has elsewhere: all but a longest part that is still in order. */
function movedIn(base: readonly string[], side: readonly string[]): ReadonlySet<string> {
  const places = new Map(side.map((key, index) => [key, index]))
  const present = base.filter((key) => places.has(key))
  const stays = new Set(longestRising(present, (key) => places.get(key) ?? 0))
  return new Set(present.filter((key) => !stays.has(key)))
}

/** Of some items as many as stand in the order of their places. */
export function longestRising<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
): readonly Item[] {
  const places = items.map(placeOf)
  // How long the longest rising row is that ends with each, and what stands before it there.
  const lengths: number[] = []
  const previous: number[] = []
  let best = -1
  for (const [index, place] of places.entries()) {
    let [length, last] = [0, -1]
    for (const [before, known] of lengths.entries())
      if ((places[before] ?? 0) < place && known > length) [length, last] = [known, before]
    lengths.push(length + 1)
    previous.push(last)
    if (best === -1 || length + 1 > (lengths[best] ?? 0)) best = index
  }
  const row: Item[] = []
  for (let at = best; at >= 0; at = previous[at] ?? -1) row.push(...items.slice(at, at + 1))
  return row.reverse()
}

function runsOf(
  side: readonly string[],
  fixed: readonly string[],
  isOwnKey: (key: string) => boolean,
): ReadonlyMap<string | null, readonly string[]> {
  const isFixed = new Set(fixed)
  const runs = new Map<string | null, string[]>()
  let anchor: string | null = null
  for (const key of side) {
    if (isFixed.has(key)) anchor = key
    else if (isOwnKey(key)) runs.set(anchor, [...(runs.get(anchor) ?? []), key])
  }
  return runs
}

/** Two runs in one, each in its own order where the other's allows it. */
function joinRuns(first: readonly string[], second: readonly string[]): readonly string[] {
  const joined: string[] = []
  let rest = second
  for (const key of first) {
    const at = rest.indexOf(key)
    if (at !== -1) {
      for (const before of rest.slice(0, at)) joined.push(before)
      rest = rest.slice(at + 1)
    }
    joined.push(key)
  }
  return [...joined, ...rest]
}
