import type { SourceRange } from '../../model/parsed-note.ts'
import { lineEnd, lineStart } from './line-bounds.ts'

/** Items of a text line by line, each with the offset of the line on which they begin. They come in the order of the text. */
export function* groupByLine<Item extends { readonly range: SourceRange }>(
  text: string,
  items: readonly Item[],
): Generator<readonly [start: number, onLine: readonly Item[]], void> {
  let start = 0
  let end = 0
  let onLine: Item[] = []
  for (const item of items) {
    if (item.range.start >= end) {
      if (onLine.length > 0) yield [start, onLine]
      start = lineStart(text, item.range.start)
      // A line of megabytes is searched once.
      end = lineEnd(text, item.range.start)
      onLine = []
    }
    onLine.push(item)
  }
  if (onLine.length > 0) yield [start, onLine]
}
