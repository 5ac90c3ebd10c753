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
  const order: string[] = []
  const placed = new Set<string>()
  const place = (keys: readonly string[]) => {
    for (const key of keys) {
      if (placed.has(key)) continue
      placed.add(key)
      order.push(key)
    }
  }
  for (const anchor of [null, ...fixed]) {
    if (anchor !== null) place([anchor])
    const both = [runs.ours.get(anchor) ?? [], runs.theirs.get(anchor) ?? []]
    const isInOrder = both.map((keys) => keys.join('\n'))
    place(joinRuns(...((isInOrder[0] ?? '') <= (isInOrder[1] ?? '') ? both : both.reverse())))
  }
  return order
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
  // Where each ends the longest rising row of places up to it.
  const lengths: number[] = []
  const previous: number[] = []
  let best = -1
  present.forEach((key, index) => {
    lengths[index] = 1
    previous[index] = -1
    for (let before = 0; before < index; before += 1) {
      const isRising = (places.get(present[before] ?? '') ?? 0) < (places.get(key) ?? 0)
      if (isRising && (lengths[before] ?? 0) + 1 > (lengths[index] ?? 0)) {
        lengths[index] = (lengths[before] ?? 0) + 1
        previous[index] = before
      }
    }
    if (best === -1 || (lengths[index] ?? 0) > (lengths[best] ?? 0)) best = index
  })
  const stays = new Set<string>()
  for (let at = best; at >= 0; at = previous[at] ?? -1) stays.add(present[at] ?? '')
  return new Set(present.filter((key) => !stays.has(key)))
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
function joinRuns(first: readonly string[] = [], second: readonly string[] = []): readonly string[] {
  const joined: string[] = []
  let rest = second
  for (const key of first) {
    const at = rest.indexOf(key)
    if (at !== -1) {
      joined.push(...rest.slice(0, at))
      rest = rest.slice(at + 1)
    }
    joined.push(key)
  }
  return [...joined, ...rest]
}
