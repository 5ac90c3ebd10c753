import { lineContentEnd, lineStart } from '../text/line-bounds.ts'

/**
 * The blank line to put between two texts where a line such as `---` at the start of `below` would make a heading of the
 * last line of `above`; nothing elsewhere.
 *
 *     blankBetween('Text\n', '---\n', '\n')   // '\n'
 */
export function blankBetween(above: string, below: string, lineBreak: string): string {
  if (!/^ {0,3}(?:=+|-+)[ \t]*$/.test(below.slice(0, lineContentEnd(below, 0)))) return ''
  const last = above.slice(lineStart(above, above.endsWith('\n') ? above.length - 1 : above.length))
  return last.trim() === '' ? '' : lineBreak
}
