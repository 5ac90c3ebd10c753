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

/** Begins what is no paragraph, or what is indented on purpose. */
const ownStart = /^(?:\s|$|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|#{1,6}(?:\s|$)|>|```|~~~)/
/** A line of a list or a quote, or one that is indented as what belongs to them. */
const inner = /^(?: {0,3}>|[-*+][ \t]|\d{1,9}[.)][ \t]|[ \t]+\S)/
/** A line that ends a list or a quote: a rule, a fence, a heading. */
const ending = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}|```|~~~|#{1,6}[ \t])/

/**
 * The blank line to put between a text and one that is added to it, so that neither changes what the other is: as
 * `blankBetween`, and where a paragraph would go on with the list or the quote above it.
 *
 *     blankToAdd('- one\n', 'Text\n', '\n')   // '\n'
 */
export function blankToAdd(above: string, below: string, lineBreak: string): string {
  const isLazy = !ownStart.test(below) && isInner(above)
  return isLazy ? lineBreak : blankBetween(above, below, lineBreak)
}

/** Whether the last lines of a text, up to a blank one, belong to a list or a quote. */
function isInner(text: string): boolean {
  let end = text.endsWith('\n') ? text.length - 1 : text.length
  const line = () => text.slice(lineStart(text, end), end)
  if (ending.test(line())) return false
  for (; end > 0 && line().trim() !== ''; end = lineStart(text, end) - 1) if (inner.test(line())) return true
  return false
}
