import type { SourceRange } from '../model/parsed-note.ts'
import { lineStart } from './line-bounds.ts'

/** What was found in a text, by the offset of the line that it begins on. */
export function groupByLine<Item extends { readonly range: SourceRange }>(
  text: string,
  items: readonly Item[],
): ReadonlyMap<number, readonly Item[]> {
  const lines = new Map<number, Item[]>()
  for (const item of items) {
    const start = lineStart(text, item.range.start)
    const onLine = lines.get(start)
    if (onLine === undefined) lines.set(start, [item])
    else onLine.push(item)
  }
  return lines
}
