import { lineStart } from './line-bounds.ts'

/** How much of two texts is the same at their beginnings and ends. */
export interface SharedEnds {
  readonly start: number
  readonly end: number
}

/**
 * What two texts share at both ends, in whole lines, leaving `linesAround` the difference. A long text differs little
 * after an edit.
 *
 *     sharedEnds('a\nb\nc\n', 'a\nx\nc\n', 0)   // { start: 2, end: 2 }
 */
export function sharedEnds(before: string, after: string, linesAround: number): SharedEnds {
  const { start: first, end: last } = sharedCharacters(before, after)
  let start = lineStart(before, first)
  for (let lines = 0; lines < linesAround && start > 0; lines += 1) start = lineStart(before, start - 1)
  let from = before.length - last
  for (let lines = 0; lines <= linesAround && from < before.length; lines += 1) {
    const at = before.indexOf('\n', from)
    from = at === -1 ? before.length : at + 1
  }
  return { start, end: before.length - from }
}

/** What two texts share at both ends, to the character. */
export function sharedCharacters(before: string, after: string): SharedEnds {
  const most = Math.min(before.length, after.length)
  const start = sharedLength(most, (from, to) => before.slice(from, to) === after.slice(from, to))
  const end = sharedLength(
    most - start,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  )
  return { start, end }
}

/** How much is the same, found by comparing ever smaller blocks. */
function sharedLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let length = 0
  for (let block = 65_536; block >= 1; block /= 4)
    while (length + block <= most && isSame(length, length + block)) length += block
  return length
}

/** How many of their first items two lists share, and how many of the others that are their last. */
export function commonEnds<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (a: Item | undefined, b: Item | undefined) => boolean = Object.is,
): { readonly head: number; readonly tail: number } {
  const least = Math.min(one.length, other.length)
  let head = 0
  while (head < least && isSame(one[head], other[head])) head += 1
  let tail = 0
  while (tail < least - head && isSame(one.at(-1 - tail), other.at(-1 - tail))) tail += 1
  return { head, tail }
}
