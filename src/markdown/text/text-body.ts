import { lineContentEnd } from './line-bounds.ts'

/**
 * The end of a stretch's text: after its last line that is not blank, with that line's trailing spaces. The stretch's
 * start where all of it is blank.
 */
export function bodyEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/.test(text.charAt(at - 1))) at -= 1
  return at === start ? start : Math.min(end, lineContentEnd(text, at - 1))
}

/** Text without the blank lines at its end, and without its last line break. */
export function withoutBlankEnd(text: string): string {
  return text.slice(0, bodyEnd(text, 0, text.length))
}
