import { countEach } from '../../model/count-each.ts'

const mostCompared = 2_000

/** From here on one line counts as another one changed. */
export const leastAlike = 0.5

/**
 * How much two texts have in common, from 0 to 1: twice the pairs of neighbouring characters that both have, through
 * all that there are (Dice's coefficient).
 */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const first = pairsOf(a)
  const second = pairsOf(b)
  const [firstSize, secondSize] = [sizeOf(first), sizeOf(second)]
  if (firstSize === 0 || secondSize === 0) return 0
  let shared = 0
  for (const [pair, count] of first) shared += Math.min(count, second.get(pair) ?? 0)
  return (2 * shared) / (firstSize + secondSize)
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const letters = text.slice(0, mostCompared).toLowerCase().replace(/\s+/g, ' ').trim()
  return countEach(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  )
}

function sizeOf(pairs: ReadonlyMap<string, number>): number {
  let size = 0
  for (const count of pairs.values()) size += count
  return size
}
