import { endsInHtml } from '../read/ends-in-html.ts'
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

/** A line that begins with HTML, below whatever marks of lists and quotes. */
const html = /^[\s>*+.)\d-]*</

/**
 * The blank line to put between a text and one that is added to it, so that neither changes what the other is: as
 * `blankBetween`, where a paragraph would go on with the list or the quote above it, and where HTML above would take in
 * what is added, which would be no Markdown there.
 *
 *     blankToAdd('- one\n', 'Text\n', '\n')   // '\n'
 */
export function blankToAdd(above: string, below: string, lineBreak: string): string {
  const isLazy = !ownStart.test(below) && isInner(above)
  return isLazy || isInHtml(above, below) ? lineBreak : blankBetween(above, below, lineBreak)
}

/** Whether the end of a text belongs to a list or a quote. */
function isInner(text: string): boolean {
  for (const line of lastLines(text)) {
    if (ending.test(line)) return false
    if (inner.test(line)) return true
  }
  return false
}

function isInHtml(above: string, below: string): boolean {
  const indent = /^[ \t]*(?=\S)/.exec(below)?.[0]
  if (indent === undefined || ![...lastLines(above)].some((line) => html.test(line))) return false
  return endsInHtml(`${above}${above.endsWith('\n') ? '' : '\n'}${indent}x`)
}

/** The last lines of a text up to a blank one, the last one first. */
function* lastLines(text: string): Generator<string> {
  let end = text.endsWith('\n') ? text.length - 1 : text.length
  for (let start = 0; end > 0; end = start - 1) {
    start = lineStart(text, end)
    const line = text.slice(start, end)
    if (line.trim() === '') return
    yield line
  }
}
