import { lineContentEnd, lineStart } from '../text/line-bounds.ts'

/**
 * The blank line to put between two texts where a line such as `---` at the start of `below` would make a heading of the
 * last line of `above`, or would be one more row of a table there; nothing elsewhere.
 *
 *     blankBetween('Text\n', '---\n', '\n')   // '\n'
 */
export function blankBetween(above: string, below: string, lineBreak: string): string {
  const first = below.slice(0, lineContentEnd(below, 0))
  const isUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/.test(first)
  if (!isUnderline && !/^ {0,3}[^\s|]/.test(first)) return ''
  const last = above.slice(lineStart(above, above.endsWith('\n') ? above.length - 1 : above.length)).trim()
  return last !== '' && (isUnderline || last.startsWith('|')) ? lineBreak : ''
}
