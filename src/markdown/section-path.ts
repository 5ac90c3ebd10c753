import type { ParsedNote } from '../model/parsed-note.ts'

/**
 * The names that lead to a section, outermost first, as `findSections` takes them.
 *
 *     sectionPath(parseNote('# A\n## B\n'), 1)   // 'A > B'
 */
export function sectionPath(
  { headings, sections }: Pick<ParsedNote, 'headings' | 'sections'>,
  index: number,
): string {
  const own = headings[index]
  if (own === undefined) return ''
  const around = sections.flatMap(({ heading, content }) => {
    const isAround = heading < index && own.range.start >= content.start && own.range.start < content.end
    return isAround ? [headings[heading]?.text ?? ''] : []
  })
  return [...around, own.text].join(' > ')
}
