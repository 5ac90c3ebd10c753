import { sharedCharacters } from '../markdown/text/shared-ends.ts'

/** The part in which a changed text differs, with where it begins and ends. */
export function writtenPart(before: string, after: string): string {
  let { start, end } = sharedCharacters(before, after)
  // Surrogate pairs are kept whole: half of one cannot be written.
  if (/[\uD800-\uDBFF]/.test(after.charAt(start - 1))) start -= 1
  if (/[\uDC00-\uDFFF]/.test(after.charAt(after.length - end))) end -= 1
  return `${start} ${end}\n${after.slice(start, after.length - end)}`
}

/** Rebuilds the changed text from that part; null for anything else. */
export function withWritten(before: string, part: string): string | null {
  const [head, start, end] = /^(\d+) (\d+)\n/.exec(part) ?? []
  if (head === undefined) return null
  return before.slice(0, Number(start)) + part.slice(head.length) + before.slice(before.length - Number(end))
}
