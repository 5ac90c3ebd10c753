import { isRightToLeft, joinSpans } from './merge-near.ts'
import { textOf, type PdfFragment, type PdfSpan } from './pdf-page.ts'
import { largest, smallest } from '../model/largest.ts'

/** A line of text in its column: the fragments of one row, joined. */
export interface TextLine {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly baseline: number
  readonly size: number
  /** Degrees by which it is turned on the page. */
  readonly turn: number
  readonly text: string
  readonly spans: readonly PdfSpan[]
  readonly isBold: boolean
  readonly isMono: boolean
}

export function toTextLine(row: readonly PdfFragment[]): TextLine {
  const inOrder = isRightToLeft(row) ? row.toReversed() : row
  const spans = inOrder.reduce<readonly PdfSpan[]>(
    (spans, fragment) => (spans.length === 0 ? fragment.spans : joinSpans(spans, fragment.spans)),
    [],
  )
  const seen = spans.filter(({ text }) => text.trim() !== '')
  const words = seen.filter(({ text }) => /[^\s\p{P}]/u.test(text))
  // A line of marks alone is in their style.
  const worded = words.length > 0 ? words : seen
  const main = row.reduce((a, b) => (textOf(b).length > textOf(a).length ? b : a))
  return {
    x0: smallest(row.map(({ x0 }) => x0)),
    x1: largest(row.map(({ x1 }) => x1)),
    y0: smallest(row.map(({ y0 }) => y0)),
    y1: largest(row.map(({ y1 }) => y1)),
    baseline: main.baseline,
    size: main.size,
    turn: main.turn,
    text: textOf({ spans }),
    spans,
    isBold: worded.length > 0 && worded.every(({ bold }) => bold),
    isMono: worded.length > 0 && worded.every(({ mono }) => mono),
  }
}
