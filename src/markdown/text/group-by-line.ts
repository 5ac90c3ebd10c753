import type { SourceRange } from '../../model/parsed-note.ts'
import { lineEnd, lineStart } from './line-bounds.ts'

/** Groups items of a text by the offset of the line that they begin on. */
export function groupByLine<Item extends { readonly range: SourceRange }>(
  text: string,
  items: readonly Item[],
): ReadonlyMap<number, readonly Item[]> {
  const lines = new Map<number, Item[]>()
  let start = 0
  let end = 0
  for (const item of items) {
    // A line of megabytes is searched once.
    if (item.range.start < start || item.range.start >= end) {
      start = lineStart(text, item.range.start)
      end = lineEnd(text, item.range.start)
    }
    const onLine = lines.get(start)
    if (onLine === undefined) lines.set(start, [item])
    else onLine.push(item)
  }
  return lines
}
