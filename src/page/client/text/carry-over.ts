import { sharedCharacters } from '../../../markdown/text/shared-ends.ts'

/**
 * What was typed over a text, over what became of that text meanwhile. Where both changed one place, what was typed stays.
 *
 *     carryOver('a: 1\nx', 'a: 1\nxy', 'a: 2\nx')   // 'a: 2\nxy'
 */
export function carryOver(before: string, typed: string, after: string): string {
  const mine = changeOf(before, typed)
  const theirs = changeOf(before, after)
  const text = typed.slice(mine.start, mine.end + typed.length - before.length)
  if (mine.start >= theirs.end) {
    const shift = after.length - before.length
    return after.slice(0, mine.start + shift) + text + after.slice(mine.end + shift)
  }
  if (mine.end <= theirs.start) return after.slice(0, mine.start) + text + after.slice(mine.end)
  return typed
}

/** The one stretch of a text outside of which another one is the same. */
function changeOf(before: string, after: string): { readonly start: number; readonly end: number } {
  const { start, end } = sharedCharacters(before, after)
  return { start, end: before.length - end }
}
