/** A step from one list to another: items that both have, or that only one has. */
export interface EditStep {
  readonly kind: 'kept' | 'added' | 'removed'
  readonly count: number
}

/**
 * The fewest additions and removals that make one list of another (Myers), with the choices of the package `diff`, in a tenth of
 * its time: it keeps a byte for each way that was tried, and no object. Null where it would take more than `most` of them.
 *
 *     shortestEdit(['a', 'b'], ['b'], 10)   // [{ kind: 'removed', count: 1 }, { kind: 'kept', count: 1 }]
 */
export function shortestEdit(
  base: readonly string[],
  side: readonly string[],
  most: number,
): readonly EditStep[] | null {
  const numbers = new Map<string, number>()
  const numbersOf = (keys: readonly string[]) =>
    Int32Array.from(keys, (key) => numbers.get(key) ?? numbers.set(key, numbers.size).size - 1)
  const [old, now] = [numbersOf(base), numbersOf(side)]
  const choices = findChoices(old, now, Math.min(most, old.length + now.length))
  return choices === null ? null : stepsOf(old, now, choices)
}

/** How many items both have from here on. */
function countCommon(old: Int32Array, now: Int32Array, from: number, to: number): number {
  let count = 0
  while (from + count < old.length && to + count < now.length && old[from + count] === now[to + count])
    count += 1
  return count
}

type Choice = 'added' | 'removed'

/** The additions and removals in their order; what both have stands between them wherever it can. */
function findChoices(old: Int32Array, now: Int32Array, most: number): readonly Choice[] | null {
  // How much of the old list is behind on each diagonal, which is by how much more of it than of the new one; -1 where none leads on.
  const reached = new Int32Array(2 * most + 3).fill(-1)
  const middle = most + 1
  const rounds: Uint8Array[] = []
  let [lowest, highest] = [-most, most]
  const start = countCommon(old, now, 0, 0)
  if (start === old.length && start === now.length) return []
  reached[middle] = start
  for (let edits = 1; edits <= most; edits += 1) {
    const isAdded = new Uint8Array(edits + 1)
    rounds.push(isAdded)
    const first = Math.max(lowest, -edits)
    let adding = reached[middle + first - 1] ?? -1
    for (let diagonal = first; diagonal <= highest && diagonal <= edits; diagonal += 2) {
      const removing = adding
      adding = reached[middle + diagonal + 1] ?? -1
      reached[middle + diagonal - 1] = -1
      reached[middle + diagonal] = -1
      const canAdd = adding > diagonal && adding - diagonal <= now.length
      const canRemove = removing >= 0 && removing < old.length
      if (!canAdd && !canRemove) continue
      const adds = !canRemove || (canAdd && removing < adding)
      if (adds) isAdded[(diagonal + edits) >> 1] = 1
      let from = adds ? adding : removing + 1
      from += countCommon(old, now, from, from - diagonal)
      const isOldBehind = from >= old.length
      const isNewBehind = from - diagonal >= now.length
      if (isOldBehind && isNewBehind) return traceBack(rounds, diagonal)
      reached[middle + diagonal] = from
      // Beyond an end there is nothing that could be shorter.
      if (isOldBehind) highest = Math.min(highest, diagonal - 1)
      if (isNewBehind) lowest = Math.max(lowest, diagonal + 1)
    }
  }
  return null
}

function traceBack(rounds: readonly Uint8Array[], end: number): readonly Choice[] {
  const choices: Choice[] = []
  let diagonal = end
  for (let edits = rounds.length; edits > 0; edits -= 1) {
    const adds = rounds[edits - 1]?.[(diagonal + edits) >> 1] === 1
    choices.push(adds ? 'added' : 'removed')
    diagonal += adds ? 1 : -1
  }
  return choices.reverse()
}

function stepsOf(old: Int32Array, now: Int32Array, choices: readonly Choice[]): readonly EditStep[] {
  const steps: EditStep[] = []
  let [at, sideAt] = [0, 0]
  const keep = () => {
    const count = countCommon(old, now, at, sideAt)
    if (count > 0) steps.push({ kind: 'kept', count })
    at += count
    sideAt += count
  }
  keep()
  for (const kind of choices) {
    steps.push({ kind, count: 1 })
    if (kind === 'removed') at += 1
    else sideAt += 1
    keep()
  }
  return steps
}
