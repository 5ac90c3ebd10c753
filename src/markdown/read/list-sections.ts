import type { Heading, Section } from '../../model/parsed-note.ts'
import { lineAt } from '../text/line-starts.ts'

/** Each heading's part of the note, in order; the last one ends with the text. */
export function listSections(
  headings: readonly Heading[],
  lineStarts: readonly number[],
  textEnd: number,
): readonly Section[] {
  const ends = new Array<number>(headings.length).fill(textEnd)
  const open: { index: number; level: number }[] = []
  headings.forEach(({ level, range }, index) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) {
      const closed = open.pop()
      if (closed !== undefined) ends[closed.index] = range.start
    }
    open.push({ index, level })
  })
  return headings.map(({ range }, heading) => {
    const end = ends[heading] ?? textEnd
    const nextLine = lineStarts[lineAt(lineStarts, range.end)] ?? textEnd
    return {
      heading,
      range: { start: range.start, end },
      content: { start: Math.min(nextLine, end), end },
    }
  })
}
