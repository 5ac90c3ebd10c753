import { countEach } from '../../model/count-each.ts'

const mostCompared = 2_000

/** From here on one line counts as another one changed. */
export const leastAlike = 0.5

/**
 * How much two texts have in common, from 0 to 1: twice the pairs of neighbouring characters that both have, through
 * all that there are (Dice's coefficient), and half at least where one has all words of the other. Only what they say counts,
 * not what makes them an item, a task or a link: by that any two tasks of one word would be alike.
 */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const [said, other] = [a, b].map(wordsIn)
  if (said === other) return said === '' ? 0 : 1
  if (said === undefined || other === undefined) return 0
  const [first, second] = [pairsOf(said), pairsOf(other)]
  const [firstSize, secondSize] = [sizeOf(first), sizeOf(second)]
  if (firstSize === 0 || secondSize === 0) return 0
  let shared = 0
  for (const [pair, count] of first) shared += Math.min(count, second.get(pair) ?? 0)
  const share = (2 * shared) / (firstSize + secondSize)
  return isWithin(said, other) || isWithin(other, said) ? Math.max(share, leastAlike) : share
}

/** Whether one has all words of the other, as what was only added to has. */
function isWithin(some: string, all: string): boolean {
  const words = new Set(all.split(' '))
  return some.split(' ').every((word) => words.has(word))
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  return countEach(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
}

function wordsIn(text: string): string {
  return text
    .slice(0, mostCompared)
    .toLowerCase()
    .replace(/^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[.\](?=\s|$))?/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function sizeOf(pairs: ReadonlyMap<string, number>): number {
  let size = 0
  for (const count of pairs.values()) size += count
  return size
}
