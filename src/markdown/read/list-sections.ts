import type { Heading, Section } from '../../model/parsed-note.ts'
import { lineAt } from '../text/line-starts.ts'

/** Each heading's part of the note, in order; the last one ends with the note's own text. */
export function listSections(
  headings: readonly Heading[],
  lineStarts: readonly number[],
  textEnd: number,
): readonly Section[] {
  // Where a section of each level ends: with the next heading of its level or a higher one.
  const ends = new Array<number>(7).fill(textEnd)
  const sections = headings.toReversed().map(({ level, range: { start, end: lineEnd } }, index): Section => {
    const end = ends[level] ?? textEnd
    ends.fill(start, level)
    const nextLine = lineStarts[lineAt(lineStarts, lineEnd)] ?? textEnd
    const content = { start: Math.min(nextLine, end), end }
    return { heading: headings.length - 1 - index, range: { start, end }, content }
  })
  return sections.reverse()
}
